import { sql, statement } from '../platform/database/index.js';

/**
 * `actor` is a public id. No row: the sign-in has ended, otherwise than by this transaction.
 * - sign_ins: the sign-in, locked: what ends it waits for this transaction, and sees what it has changed.
 */
export const RECORD = statement('audit.record', {
  parameters: {
    id: sql.uuid,
    account: sql.uuid.orNull,
    actorKind: sql.text,
    actor: sql.text.orNull,
    address: sql.text.orNull,
    action: sql.text,
    target: sql.text.orNull,
    before: sql.jsonb.orNull,
    after: sql.jsonb.orNull,
    request: sql.text.orNull,
    signIn: sql.uuid.orNull,
  },
  text: `
with sign_ins as materialized (
  select ended_at is null or xmin = pg_current_xact_id()::xid as is_held from sign_in_families where id = $signIn::uuid for share
)
insert into audit_events (id, account_id, actor_kind, actor_id, address, action, target, before, after, request_id)
select $id::uuid, $account::uuid, $actorKind, $actor, $address, $action, $target, $before::jsonb, $after::jsonb, $request
where $signIn::uuid is null or exists (select from sign_ins where is_held)
returning id
`,
});
