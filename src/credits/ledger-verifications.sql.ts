/** The statements of `LedgerVerifications`. */

/**
 * Key of the advisory lock that a verification holds on its own connection. One verification runs at a time, and the lock
 * is released with the connection when the process ends.
 */
export const VERIFICATION_LOCK = 7_264_013;

/** LATEST: the latest verification, and whether its lock is held. `pg_locks` shows a bigint key as two halves. */
export const LATEST = `
select v.*, exists (
    select from pg_locks where locktype = 'advisory' and classid = 0 and objid = ${VERIFICATION_LOCK} and objsubid = 1
      and granted and database = (select oid from pg_database where datname = current_database())) as locked
from ledger_verifications v order by id desc limit 1
`;

/** BEGIN: enters a verification requested by the user $1. */
export const BEGIN = 'insert into ledger_verifications (requested_by) values ($1) returning id';

/** FINISH: stores the result of the verification $1: $2 accounts, $3 transfers, $4 findings in all, $5 the first (JSON). */
export const FINISH = `
update ledger_verifications set finished_at = clock_timestamp(), accounts = $2, transfers = $3, findings_total = $4, findings = $5
where id = $1
`;
