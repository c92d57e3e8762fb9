import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds spend limits of API keys and end users. Processes of the release before know neither the counters nor `spend_limits`: they
 * charge beyond a limit and do not count it, so limits are set once all processes run this release.
 */
export class SpendCounters1764900100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // How often a spend limit of the account was set or removed.
    await runner.query(
      'alter table accounts add column if not exists spend_limits bigint not null default 0',
    );
    await runner.query(SPEND_COUNTERS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function return_spending');
    await runner.query('drop table spend_counters');
    await runner.query('alter table accounts drop column spend_limits');
  }
}

const SPEND_COUNTERS = `
-- What a key, or an end user, with a spend limit has spent in the current period. Whoever writes a counter has locked its account.
create table spend_counters (
  -- key:<uuid> or end-user:<account uuid>:<external id>
  subject text not null,
  generation bigint not null default 0,
  -- Updates of this generation.
  updates integer not null default 0,
  account_id uuid not null,
  key_id uuid,
  external_user_id text,
  -- The limit, in thousandths of a credit.
  credits bigint not null constraint spend_counters_credits_not_negative check (credits >= 0),
  period text not null constraint spend_counters_period_known check (period in ('day', 'week', 'month', 'total')),
  -- Charges of predictions created in [period_start, period_end) count.
  period_start timestamptz not null,
  period_end timestamptz not null,
  -- Charges less refunds of the period, in thousandths of a credit.
  spent bigint not null constraint spend_counters_spent_not_negative check (spent >= 0),
  constraint spend_counters_pkey primary key (subject, generation),
  constraint spend_counters_one_subject check ((key_id is null) <> (external_user_id is null))
) with (fillfactor = 80);

-- Gives a refund back to the counters of these subjects, unless the prediction was charged in another period. The caller has locked
-- the account. A function, because each of its statements has a snapshot of its own: it sees a counter that was inserted while the
-- caller's statement waited for that lock.
create function return_spending(subjects text[], charged_at timestamptz, refund bigint) returns void language plpgsql as $$
declare
  counter text;
begin
  foreach counter in array subjects loop
    update spend_counters k set spent = greatest(k.spent - refund, 0),
      generation = k.generation + (k.updates >= 63)::int,
      updates = case when k.updates >= 63 then 0 else k.updates + 1 end
    where k.subject = counter and charged_at >= k.period_start and charged_at < k.period_end and k.generation >= (
      select newest.generation from spend_counters newest
      where newest.subject = counter order by newest.subject desc, newest.generation desc limit 1);
  end loop;
end $$;
`;
