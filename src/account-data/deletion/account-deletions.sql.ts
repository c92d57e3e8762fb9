/** The statements that accept the deletion of an account, and those by which workers share its erasure. */
import { type RowOfStatement, sql, statement } from '../../platform/database/index.js';

const ACCOUNT = { account: sql.uuid };

export const BEGIN = statement('account-data.begin', {
  parameters: ACCOUNT,
  text: 'insert into account_deletions (account_id) values ($account)',
});

/**
 * Claims the erasure that is due for the longest time. Skips what another worker is claiming; after the seconds another worker
 * continues what a killed one left.
 */
export const CLAIM = statement('account-data.claim-erasure', {
  parameters: { seconds: sql.float8 },
  row: {
    account_id: sql.uuid,
    requested_at: sql.timestamptz,
    pass: sql.integer,
    step: sql.text,
    position: sql.jsonb.orNull.as<unknown>(),
  },
  text: `
update account_deletions d set due_at = clock_timestamp() + make_interval(secs => $seconds)
where d.account_id = (
  select account_id from account_deletions where finished_at is null and due_at <= (select clock_timestamp())
  order by due_at limit 1 for update skip locked)
returning account_id, requested_at, pass, step, position
`,
});

export type ErasureRow = RowOfStatement<typeof CLAIM>;

/**
 * Says how far an erasure is, which stays claimed for so many seconds. An older pass of a worker that has lost its claim changes
 * nothing.
 */
export const ADVANCE = statement('account-data.advance-erasure', {
  parameters: {
    account: sql.uuid,
    pass: sql.integer,
    step: sql.text,
    position: sql.jsonb.orNull,
    seconds: sql.float8,
  },
  text: `
update account_deletions set pass = $pass, step = $step, position = $position, due_at = clock_timestamp() + make_interval(secs => $seconds)
where account_id = $account and pass <= $pass and finished_at is null
`,
});

/** The last pass begins so many seconds after the deletion. */
export const BEGIN_LAST_PASS = statement('account-data.begin-last-pass', {
  parameters: { account: sql.uuid, seconds: sql.float8 },
  text: `
update account_deletions set pass = 2, step = '', position = null, due_at = requested_at + make_interval(secs => $seconds)
where account_id = $account and pass = 1 and finished_at is null
`,
});

/** Returns a row once. */
export const FINISH = statement('account-data.finish-erasure', {
  parameters: ACCOUNT,
  text: `
update account_deletions set finished_at = clock_timestamp(), step = '', position = null
where account_id = $account and pass = 2 and finished_at is null returning account_id
`,
});
