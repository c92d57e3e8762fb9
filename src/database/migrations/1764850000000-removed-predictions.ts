import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds what remains of predictions that were removed after their retention, and how far the removal has come. Both tables are new
 * and nothing else is locked: processes of the release before neither read nor write them, and remove no prediction.
 */
export class RemovedPredictions1764850000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(REMOVED_PREDICTIONS);
    await runner.query('insert into removal_position default values');
  }

  /** Refused once a prediction was removed: without these rows its entries in the ledger cannot be verified. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(REFUSE_IF_USED);
    await runner.query('drop table removed_predictions, removal_position');
  }
}

const REMOVED_PREDICTIONS = `
-- What the ledger and its sums need of a prediction that was removed. Append-only, as the ledger.
create table removed_predictions (
  id uuid constraint removed_predictions_pkey primary key,
  account_id uuid not null,
  key_id uuid,
  created_at timestamptz not null,
  cost bigint not null,
  status text not null constraint removed_predictions_status_final check (status in ('completed', 'failed')),
  model_key text not null
);
-- Of the predictions of a quarter of an hour: the verification of its sums, and both ends of a range of spending.
create index removed_predictions_account on removed_predictions (account_id, created_at);
create trigger removed_predictions_are_append_only before update or delete on removed_predictions
  for each row execute function refuse_ledger_change();
create trigger removed_predictions_are_never_emptied before truncate on removed_predictions
  for each statement execute function refuse_ledger_change();

-- How far the removal has come: one row, locked by the statement that removes.
create table removal_position (
  only_row boolean constraint removal_position_pkey primary key default true
    constraint removal_position_only_row check (only_row),
  -- Every prediction up to this id was removed or kept by this walk.
  walked_to uuid not null default '00000000-0000-0000-0000-000000000000',
  -- The first prediction that this walk has kept: the next walk begins there.
  oldest_kept uuid,
  -- When this walk began.
  begun_at timestamptz not null default clock_timestamp()
);
`;

const REFUSE_IF_USED = `
do $$ begin
  if exists (select from removed_predictions) then
    raise exception 'predictions were removed: what remains of them is part of the ledger';
  end if;
end $$
`;
