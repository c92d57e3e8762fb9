/** The statement that records events. */

/**
 * RECORD: records the event $1 of the account $2: actor $3 (kind) and $4 (public id), address $5, action $6, target $7, before $8 and
 * after $9 (JSON), request $10, sign-in $11 or null. No row: the sign-in has ended, otherwise than by this transaction.
 * - sign_ins: the sign-in, locked: what ends it waits for this transaction, and sees what it has changed.
 */
export const RECORD = `
with sign_ins as materialized (
  select ended_at is null or xmin = pg_current_xact_id()::xid as is_held from sign_in_families where id = $11::uuid for share
)
insert into audit_events (id, account_id, actor_kind, actor_id, address, action, target, before, after, request_id)
select $1::uuid, $2::uuid, $3, $4, $5, $6, $7, $8::jsonb, $9::jsonb, $10
where $11::uuid is null or exists (select from sign_ins where is_held)
returning id
`;
