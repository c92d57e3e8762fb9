import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * References of transfers by hand: one reference, one transfer, for ever. The version before writes no references and
 * reads none, so both run on one database.
 */
export class TransferReferences1764330000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(REFERENCES);
  }

  /** Forgets which deliveries were granted already: a delivery that is repeated afterwards is granted again. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table if exists transfer_references');
  }
}

const REFERENCES = `
-- The Idempotency-Key of a grant or adjustment, written in the transaction that enters it. One namespace for the whole
-- installation: an order that two administrators (or a command and an administrator) deliver is granted once.
create table transfer_references (
  reference text constraint transfer_references_pkey primary key
    constraint transfer_references_length check (char_length(reference) between 1 and 255),
  -- SHA-256 of what was asked for: the same reference with another request is refused.
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
