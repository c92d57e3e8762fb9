import { rowOf, type RowOfStatement, sql, statement } from '../platform/database/index.js';
import { LedgerVerificationEntity } from './ledger-verification.entity.js';

/** One verification runs at a time: it holds this advisory lock on its own connection, which ends with the process. */
export const VERIFICATION_LOCK = 7_264_013;

/** `pg_locks` shows a bigint key as two halves. */
export const LATEST = statement('credits.latest-verification', {
  parameters: {},
  row: {
    ...rowOf(LedgerVerificationEntity, 'id', 'requested_by', 'started_at', 'finished_at'),
    ...rowOf(LedgerVerificationEntity, 'accounts', 'transfers', 'findings_total', 'findings'),
    locked: sql.boolean,
  },
  text: `
select v.*, exists (
    select from pg_locks where locktype = 'advisory' and classid = 0 and objid = ${VERIFICATION_LOCK} and objsubid = 1
      and granted and database = (select oid from pg_database where datname = current_database())) as locked
from ledger_verifications v order by id desc limit 1
`,
});

/** Verifications of an administrator have a result; every verification moves the checkpoint, up to which the ledger is verified. */
export const VERIFIED = statement('credits.verified', {
  parameters: {},
  row: {
    ...rowOf(LedgerVerificationEntity, 'finished_at'),
    findings: sql.float8.orNull,
    entries_to: sql.float8,
    last_entry: sql.float8,
  },
  text: `
select v.finished_at, v.findings_total::float8 as findings,
  coalesce((select entries_to from ledger_checkpoint), 0)::float8 as entries_to,
  coalesce((select id from ledger_transfers order by id desc limit 1), 0)::float8 as last_entry
from (select) as always
left join lateral (select finished_at, findings_total from ledger_verifications
  where finished_at is not null order by id desc limit 1) v on true
`,
});

export type VerifiedLedger = RowOfStatement<typeof VERIFIED>;

export const BEGIN = statement('credits.begin-verification', {
  parameters: { user: sql.uuid },
  row: rowOf(LedgerVerificationEntity, 'id'),
  text: 'insert into ledger_verifications (requested_by) values ($user) returning id',
});

export const FINISH = statement('credits.finish-verification', {
  parameters: {
    verification: sql.bigint,
    accounts: sql.bigint,
    transfers: sql.bigint,
    findingsTotal: sql.bigint,
    findings: sql.jsonb,
  },
  text: `
update ledger_verifications set finished_at = clock_timestamp(), accounts = $accounts, transfers = $transfers,
  findings_total = $findingsTotal, findings = $findings
where id = $verification
`,
});
