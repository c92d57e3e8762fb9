import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the audit trail. The table is new and nothing else is locked: processes of the release before neither write nor read it, so
 * what is changed through them is not recorded.
 */
export class AuditEvents1764900200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(AUDIT_EVENTS);
    await runner.query(APPEND_ONLY);
  }

  /** Deletes all events. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table audit_events');
    await runner.query('drop function refuse_audit_change');
  }
}

const AUDIT_EVENTS = `
-- Who changed what, written in the transaction of the change.
create table audit_events (
  id uuid constraint audit_events_pkey primary key,
  created_at timestamptz not null default clock_timestamp(),
  -- Null: a change of the installation. No foreign key: events outlive accounts.
  account_id uuid,
  actor_kind text not null constraint audit_events_actor_known check
    (actor_kind in ('user', 'admin', 'api_key', 'operator_key', 'command', 'payment_provider', 'system')),
  -- A public id.
  actor_id text,
  -- The only personal value. It can be set to null, which is the only update.
  address text,
  action text not null constraint audit_events_action_form check
    (action ~ '^[a-z0-9_]+([.][a-z0-9_]+)+$' and char_length(action) <= 100),
  -- A public id.
  target text,
  before jsonb,
  after jsonb,
  request_id text,
  constraint audit_events_ids_length check (char_length(actor_id) <= 200 and char_length(target) <= 200)
);
-- Lists of an account, newest first: all its events, and those with one filter.
create index audit_events_account on audit_events (account_id, created_at, id);
create index audit_events_account_action on audit_events (account_id, action, created_at, id);
create index audit_events_account_actor on audit_events (account_id, actor_id, created_at, id);
create index audit_events_account_target on audit_events (account_id, target, created_at, id);
-- The same of all accounts.
create index audit_events_time on audit_events (created_at, id);
create index audit_events_action on audit_events (action, created_at, id);
create index audit_events_actor on audit_events (actor_id, created_at, id);
create index audit_events_target on audit_events (target, created_at, id);
`;

const APPEND_ONLY = `
-- Lets through an update that sets the address to null and changes nothing else: *= compares the stored values.
create function refuse_audit_change() returns trigger language plpgsql as $$
declare
  erased audit_events;
begin
  if tg_op = 'UPDATE' then
    erased := old;
    erased.address := null;
    if new *= erased then
      return new;
    end if;
  end if;
  raise exception 'the audit trail is append-only: % refused', tg_op using errcode = 'P0001';
end $$;
create trigger audit_events_are_append_only before update or delete on audit_events
  for each row execute function refuse_audit_change();
create trigger audit_events_are_never_emptied before truncate on audit_events
  for each statement execute function refuse_audit_change();
`;
