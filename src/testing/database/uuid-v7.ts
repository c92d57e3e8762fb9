/** Statements of tests need `uuidv7` of PostgreSQL 18 on an earlier one. The service does not use it. */
export const UUID_V7 = `
do $$ begin
  if current_setting('server_version_num')::int < 180000 then
    create or replace function public.uuidv7(shift interval default '0') returns uuid volatile language sql as $function$
      select overlay(
        overlay(
          replace(gen_random_uuid()::text, '-', '') placing '7' from 13
        ) placing lpad(to_hex((extract(epoch from clock_timestamp() + shift) * 1000)::bigint), 12, '0') from 1
      )::uuid
    $function$;
  end if;
end $$`;
