/** The statements about references: a transfer with a reference is entered once, however often it is delivered. */

/**
 * LOCK: locks the reference $1 until the transaction ends, so that one of its deliveries runs at a time, over all
 * processes. A second delivery is rejected: a waiting one would hold a connection of the pool.
 */
export const LOCK = `select pg_try_advisory_xact_lock(hashtextextended('transfer_references/' || $1, 0)) as locked`;

/** IS_DELETED: a row when account $1 is deleted. */
export const IS_DELETED = 'select from account_deletions where account_id = $1';

/** FIND: fingerprint and balance of the transfer with the reference $1. */
export const FIND = `
select encode(r.fingerprint, 'hex') as fingerprint, t.balance_after as balance
from transfer_references r join ledger_transfers t on t.id = r.transfer_id where r.reference = $1
`;

/**
 * REMEMBER: stores the reference $1 with the fingerprint $2 of the transfer whose last entry is $3. Its balance is that of the first
 * response: what the transfer covered of a debt is an entry after it.
 */
export const REMEMBER = `
insert into transfer_references (reference, fingerprint, transfer_id) values ($1, decode($2, 'hex'), $3)
`;
