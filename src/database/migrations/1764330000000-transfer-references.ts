import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the references of grants and adjustments: one transfer per reference, for ever. The version before neither writes
 * nor reads them, so both run on one database.
 */
export class TransferReferences1764330000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(REFERENCES);
  }

  /** Deletes the references: a delivery that is repeated afterwards is entered again. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table if exists transfer_references');
  }
}

const REFERENCES = `
-- The Idempotency-Key of a grant or adjustment, inserted in the transaction that enters it. One namespace for the whole
-- installation: a transfer that two administrators (or a command and an administrator) deliver is entered once.
create table transfer_references (
  reference text constraint transfer_references_pkey primary key
    constraint transfer_references_length check (char_length(reference) between 1 and 255),
  -- SHA-256 of the request: the same reference with another request is rejected.
  fingerprint bytea not null constraint transfer_references_fingerprint_is_sha256 check (length(fingerprint) = 32),
  transfer_id bigint not null constraint transfer_references_transfer_id_fkey references ledger_transfers,
  created_at timestamptz not null default clock_timestamp()
);
create unique index transfer_references_transfer_unique on transfer_references (transfer_id);
create trigger transfer_references_are_append_only before update or delete on transfer_references
  for each row execute function refuse_ledger_change();
create trigger transfer_references_are_never_emptied before truncate on transfer_references
  for each statement execute function refuse_ledger_change();
`;
