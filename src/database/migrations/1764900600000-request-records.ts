import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the request log. The table is new and nothing else is locked: processes of the release before neither write nor read it, so
 * the requests that they serve are missing.
 */
export class RequestRecords1764900600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(REQUEST_RECORDS);
  }

  /** Deletes all records. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table request_records');
  }
}

const REQUEST_RECORDS = `
-- Answered requests of API keys, removed after days. Nothing of a body, a query or an address. No foreign keys.
create table request_records (
  -- UUIDv7 of the arrival: removal is a range of the primary key.
  id uuid constraint request_records_pkey primary key,
  account_id uuid not null,
  key_id uuid not null,
  method text not null,
  -- The template, never a path.
  route text not null,
  -- Null: the caller disconnected before the end of the response.
  status smallint,
  code text,
  ms integer not null,
  prediction_id uuid,
  -- Requests that the record stands for.
  count integer not null
);
-- The list of an account, newest first.
create index request_records_account on request_records (account_id, id);
-- The same of one status of failures, which are few: they cost the others nothing.
create index request_records_failed on request_records (account_id, status, id) where status >= 400;
`;
