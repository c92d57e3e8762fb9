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

/**
 * VERIFIED: when the last finished verification of an administrator ended and what it found, up to which entry the ledger is
 * verified by any verification, and its last entry.
 */
export const VERIFIED = `
select v.finished_at, v.findings_total::float8 as findings,
  coalesce((select entries_to from ledger_checkpoint), 0)::float8 as entries_to,
  coalesce((select id from ledger_transfers order by id desc limit 1), 0)::float8 as last_entry
from (select) as always
left join lateral (select finished_at, findings_total from ledger_verifications
  where finished_at is not null order by id desc limit 1) v on true
`;

/** BEGIN: enters a verification requested by the user $1. */
export const BEGIN = 'insert into ledger_verifications (requested_by) values ($1) returning id';

/** FINISH: stores the result of the verification $1: $2 accounts, $3 transfers, $4 findings in all, $5 the first (JSON). */
export const FINISH = `
update ledger_verifications set finished_at = clock_timestamp(), accounts = $2, transfers = $3, findings_total = $4, findings = $5
where id = $1
`;
