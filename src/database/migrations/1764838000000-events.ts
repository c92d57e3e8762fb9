import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the events that extensions hear, their listeners, and the functions that record events. Without a listener no trigger
 * calls the functions: a process that runs one creates the triggers (`src/events/event-triggers.sql.ts`).
 */
export class Events1764838000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    for (const text of [RECORD_TRANSFERS, RECORD_BEGINS, RECORD_KEYS, RECORD_ACCOUNTS])
      await runner.query(text);
  }

  async down(runner: QueryRunner): Promise<void> {
    // With the triggers that call them.
    await runner.query(`drop function record_transfer_events, record_begin_event, record_key_event, record_account_event
      cascade`);
    await runner.query('drop table event_listeners, events');
  }
}

const KINDS = `'account.opened', 'credits.adjusted', 'credits.granted', 'key.created', 'key.revoked', 'prediction.accepted',
  'prediction.cancelled', 'prediction.completed', 'prediction.failed', 'prediction.started'`;

const TABLES = `
-- What happened, in the transaction in which it happened. Rows that every listener has handled are deleted.
create table events (
  -- The order of the events of one prediction, account or key: the rows' locks make their transactions follow each other.
  position bigint generated always as identity constraint events_pkey primary key,
  kind text not null constraint events_kind_known check (kind in (${KINDS})),
  account_id uuid not null,
  prediction_id uuid,
  key_id uuid,
  -- Its ledger entry. The reader finds what else is delivered by the ids: the transaction writes as little as possible.
  transfer_id bigint,
  -- What could have changed until it is read.
  payload jsonb,
  created_at timestamptz not null default clock_timestamp()
);

-- Who hears them, and how far each has come.
create table event_listeners (
  name text not null constraint event_listeners_pkey primary key
    constraint event_listeners_name_form check (name ~ '^[a-z][a-z0-9-]{0,62}$'),
  kinds text[] not null constraint event_listeners_hears_something check (cardinality(kinds) > 0),
  -- Every event up to this position is handled.
  position bigint not null,
  fence bigint not null default 0,
  lease_until timestamptz,
  -- Failed attempts at the events after the position, and when the next is due.
  failures integer not null default 0,
  retry_at timestamptz,
  seen_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp()
) with (fillfactor = 50);
`;

/**
 * Records the events of ledger entries and of the predictions that they belong to, one row for both: a prediction has exactly
 * one charge, when it is accepted, and one capture or refund, when it ends. Only kinds in the trigger's arguments are recorded.
 */
const RECORD_TRANSFERS = `
create function record_transfer_events() returns trigger language plpgsql as $$
begin
  insert into events (kind, account_id, prediction_id, transfer_id)
  select e.kind, t.account_id, t.prediction_id, t.id
  from entered_transfers t cross join lateral (select case t.kind
    when 'charge' then 'prediction.accepted'
    when 'capture' then 'prediction.completed'
    when 'refund' then (select case p.error_code when 'cancelled' then 'prediction.cancelled' else 'prediction.failed' end
      from predictions p where p.id = t.prediction_id)
    when 'grant' then 'credits.granted'
    when 'adjustment' then 'credits.adjusted' end as kind offset 0) e
  where e.kind = any (tg_argv)
  order by t.id;
  return null;
end $$`;

const RECORD_BEGINS = `
create function record_begin_event() returns trigger language plpgsql as $$
begin
  insert into events (kind, account_id, prediction_id) values ('prediction.started', new.account_id, new.id);
  return null;
end $$`;

const RECORD_KEYS = `
create function record_key_event() returns trigger language plpgsql as $$
begin
  insert into events (kind, account_id, key_id, payload)
  values (case when new.revoked_at is null then 'key.created' else 'key.revoked' end, new.account_id, new.id,
    jsonb_build_object('env', new.env, 'scopes', new.scopes));
  return null;
end $$`;

const RECORD_ACCOUNTS = `
create function record_account_event() returns trigger language plpgsql as $$
begin
  insert into events (kind, account_id, payload) values ('account.opened', new.id, jsonb_build_object('plan', new.plan));
  return null;
end $$`;
