import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the function that counts the places of an engine under its lock. */
export class EnginePlaces1764841000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(PLACES_TAKEN);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function engine_places_taken');
  }
}

/**
 * Returns how many predictions the engine has or may have, at most `most`, and holds the engine's lock until the transaction
 * ends; null when another transaction holds it.
 *
 * It is a volatile function in PL/pgSQL because each of its statements has a snapshot of its own: the count is taken after the
 * lock, so it contains every claim that held the lock before. A subquery of the claim would have the snapshot of its statement,
 * which is older than the lock. An index scan marks dead entries, which a bitmap scan does not.
 */
const PLACES_TAKEN = `
create function engine_places_taken(engine text, most int) returns int language plpgsql volatile
  set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  -- The class of the advisory locks of engines; two engines with the same hash share a lock.
  if not pg_try_advisory_xact_lock(726441, hashtext(engine)) then
    return null;
  end if;
  return (select count(*) from (
    select from predictions
    where status = 'processing' and started_at is not null and provider_ref is not null and provider = engine
    union all
    select from predictions
    where status = 'processing' and started_at is not null and provider_ref is null and provider = engine
      and (submit_open or leased_by is not null)
    limit most) taken);
end $$`;
