/** The statements that find the end of the ledger. */

/** NEWEST_ENTRY: the id of the newest committed entry. */
export const NEWEST_ENTRY = 'select coalesce(max(id), 0) as newest from ledger_transfers';

/**
 * WRITERS: the transactions that may have entries with ids below one that was read before: each holds this lock before it
 * takes an id, and releases it after its commit is visible. With $1 only those of them that still run.
 */
export const WRITERS = `
select array_agg(distinct virtualtransaction) as writers, min(pid) as pid from pg_locks
where locktype = 'relation' and relation = 'ledger_transfers'::regclass and mode = 'RowExclusiveLock' and granted
  and database = (select oid from pg_database where datname = current_database())
  and ($1::text[] is null or virtualtransaction = any($1))
`;
