/** The statements about accounts that operators create. */

/**
 * LOCK: locks the reference $1 until the transaction ends, so that one of its deliveries runs at a time, over all processes. A second
 * delivery is rejected: a waiting one would hold a connection of the pool.
 */
export const LOCK = `select pg_try_advisory_xact_lock(hashtextextended('account_creations/' || $1, 0)) as locked`;

/** FIND: the account that was created with the reference $1. */
export const FIND = `select encode(fingerprint, 'hex') as fingerprint, account_id from account_creations where reference = $1`;

/** REMEMBER: stores the reference $1 of the request with the fingerprint $2, which has created the account $3. */
export const REMEMBER = `
insert into account_creations (reference, fingerprint, account_id) values ($1, decode($2, 'hex'), $3)
`;

/**
 * SET_EXTERNAL_ID: gives the account $1 the id $2 of the operator's. Returns no row when another account has it; waits for a
 * concurrent statement with the same id.
 */
export const SET_EXTERNAL_ID = `
insert into account_references (account_id, external_id) values ($1, $2)
on conflict (external_id) do nothing returning account_id
`;
