/** The statement that records events. */

/**
 * RECORD: records the event $1 of the account $2: actor $3 (kind) and $4 (public id), address $5, action $6, target $7, before $8 and
 * after $9 (JSON), request $10.
 */
export const RECORD = `
insert into audit_events (id, account_id, actor_kind, actor_id, address, action, target, before, after, request_id)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
`;
