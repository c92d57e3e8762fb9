/**
 * The one list of what the processes of the service repeat. The classes take names and intervals from it; `npm run generate -- rounds`
 * writes it into docs/operating.md, and test/flows/house-rounds.test.ts compares it with the sources.
 *
 * Not listed:
 *
 * - timers and loops that end with one response, one start, one stop or one isolated run;
 * - rounds of the extensions that come with the service, which the table of docs/operating.md has too: `rounds.ts` of their package;
 * - timers of packages: `postgres` (probe of the listening session), `embedded-postgres` (heartbeat of the owner, removal of old logs),
 *   which the service depends on; `procedural-engine` (check of the parent), `redis-limits` (probe) and `s3-storage` (incomplete
 *   uploads), which are extensions.
 */
import { FOLLOW_ROUND_MS } from './live-copy.js';

export interface RoundFacts {
  /** Milliseconds between two runs, or the setting that determines them. */
  everyMs: number | 'a third of LEASE_SECONDS';
  /** The role of the processes that run it. `all`: API processes and workers. */
  process: 'api' | 'worker' | 'all';
  /**
   * - `none`: each process runs it for itself, or a repetition changes nothing.
   * - `shared`: processes run it at once; the lock gives each row, engine or plan to one of them.
   * - `one process`: the lock lets one process run it at a time; the others skip.
   */
  lock: 'none' | `shared: ${string}` | `one process: ${string}`;
  /** One sentence. */
  why: string;
}

export const ROUNDS = {
  // Predictions.
  'claim-predictions': {
    everyMs: 1_000,
    process: 'worker',
    lock: 'shared: rows of `predictions`, skipped when locked, then leases; places: advisory locks 726441 of engines, 726442 of plans',
    why: 'Claims what no hint has announced; the interval is the longest pause, with jitter.',
  },
  'renew-leases': {
    everyMs: 500,
    process: 'worker',
    lock: 'none',
    why: 'Renews the leases of the process every third of `LEASE_SECONDS`, and at once those with new progress.',
  },
  'release-leases-of-dead-workers': {
    everyMs: 400,
    process: 'worker',
    lock: 'none',
    why: 'Releases the leases of workers whose advisory lock is missing in two consecutive checks, so that others go on within a second.',
  },
  'fail-overdue-predictions': {
    everyMs: 1_000,
    process: 'all',
    lock: 'shared: rows of `predictions`',
    why: 'Fails and refunds predictions past their deadline that no worker holds, also while no worker runs.',
  },
  'run-suspects': {
    everyMs: 1_000,
    process: 'worker',
    lock: 'none',
    why: 'Starts an isolated process when predictions are due that have crashed workers.',
  },
  'correct-clock': {
    everyMs: 1_000,
    process: 'worker',
    lock: 'shared: rows of `predictions`, skipped when locked',
    why: 'Corrects times in the future after the database clock, which was ahead, has stepped back.',
  },
  'check-disk': {
    everyMs: 2_000,
    process: 'worker',
    lock: 'none',
    why: 'Checks that the worker can write its files: while it cannot, it claims nothing.',
  },
  'poll-settled': {
    everyMs: 1_000,
    process: 'all',
    lock: 'none',
    why: 'Polls the predictions that requests wait for, so that a lost notice delays a response by a second at most.',
  },
  'remove-expired-outputs': {
    everyMs: 10_000,
    process: 'worker',
    lock: 'shared: claims in `predictions`; rows of `idempotency_keys`, skipped when locked',
    why: 'Removes outputs after their retention, and Idempotency-Keys after a day.',
  },
  'remove-inline-inputs': {
    everyMs: 60_000,
    process: 'worker',
    lock: 'none',
    why: 'Removes inline files that a killed process or a failed removal has left.',
  },
  'remove-old-predictions': {
    everyMs: 60_000,
    process: 'worker',
    lock: 'one process: row of `removal_position`',
    why: 'Removes predictions after `PREDICTION_RETENTION_DAYS`.',
  },

  // Engines and catalogue.
  'refresh-circuits': {
    everyMs: FOLLOW_ROUND_MS,
    process: 'worker',
    lock: 'shared: a claim of each probe in `provider_circuits`; rows of `predictions`, skipped when locked',
    why: 'Reads the circuits of engines, probes those that are due, and moves waiting predictions to their next route.',
  },
  'read-circuits': {
    everyMs: FOLLOW_ROUND_MS,
    process: 'api',
    lock: 'none',
    why: 'Reads what servers of engines cannot do, in processes without the role `worker`.',
  },
  'read-catalogue': {
    everyMs: FOLLOW_ROUND_MS,
    process: 'all',
    lock: 'none',
    why: 'Reads changes of the catalogue, because notices of them can be lost.',
  },

  // Keys and limits.
  'check-credentials': {
    everyMs: 500,
    process: 'all',
    lock: 'none',
    why: 'Ends waiting requests whose key or sign-in has ended, because notices of that can be lost.',
  },
  'key-uses': {
    everyMs: 2_000,
    process: 'all',
    lock: 'none',
    why: 'Writes the counted uses of keys, twice within the 5 s that a counter may be behind, so that one write may fail.',
  },
  'attempt-limits': {
    everyMs: 30_000,
    process: 'api',
    lock: 'shared: rows of `attempt_windows`, skipped when locked',
    why: 'Deletes ended windows of attempts, and bounds the number of rows.',
  },

  // Credits and payments.
  'sum-ledger': {
    everyMs: 5_000,
    process: 'worker',
    lock: 'one process: row of `summary_position`',
    why: 'Adds new entries of the ledger to the sums of accounts, and notices balances that fell below their alert.',
  },
  'sum-overview': {
    everyMs: 5_000,
    process: 'worker',
    lock: 'one process: row of `overview_position`',
    why: 'Adds new entries of the ledger to the sums of all accounts.',
  },
  'expire-credits': {
    everyMs: 5_000,
    process: 'worker',
    lock: 'shared: rows of `wallets` and `credit_positions`',
    why: 'Settles expired credits without a request, and keeps settlements in requests short.',
  },
  'monthly-credits': {
    everyMs: 5_000,
    process: 'worker',
    lock: 'shared: rows of `wallets`',
    why: 'Grants the monthly credits of plans that are not paid for.',
  },
  'low-balance-mails': {
    everyMs: 5_000,
    process: 'worker',
    lock: 'shared: leases in `balance_alerts`',
    why: 'Sends the mails about low balances that are due.',
  },
  'end-subscriptions': {
    everyMs: 2_000,
    process: 'worker',
    lock: 'shared: claims in `subscriptions`',
    why: 'Ends replaced subscriptions, and those of deleted accounts, at the payment service.',
  },
  'overdue-subscriptions': {
    everyMs: 5_000,
    process: 'worker',
    lock: 'shared: claims in `subscriptions`',
    why: 'Ends subscriptions that were not paid for longer than the grace, unless the payment service knows of a paid month.',
  },

  // Accounts and uploads.
  'erase-deleted-accounts': {
    everyMs: 2_000,
    process: 'worker',
    lock: 'shared: claims in `account_deletions`',
    why: 'Erases deleted accounts in batches.',
  },
  'renew-exports': {
    everyMs: 20_000,
    process: 'api',
    lock: 'shared: leases in `account_exports`',
    why: 'Renews the lease of an export while it runs, so that an account has one export at a time.',
  },
  'remove-expired-uploads': {
    everyMs: 10_000,
    process: 'worker',
    lock: 'shared: claims in `uploads`',
    why: 'Removes uploads after `UPLOAD_RETENTION_HOURS`.',
  },
  'remove-partial-uploads': {
    everyMs: 10_000,
    process: 'all',
    lock: 'none',
    why: 'Removes partially received files that a killed process has left on this disk.',
  },

  // Events. `<listener>` stands for the name of each listener.
  'keep-events': {
    everyMs: 10_000,
    process: 'worker',
    lock: 'shared: advisory lock 726403 for changes of triggers',
    why: 'Registers and forgets listeners, keeps the triggers that record events, and removes handled events.',
  },
  'hear-<listener>': {
    everyMs: 250,
    process: 'worker',
    lock: 'one process: lease in `event_listeners`',
    why: 'Passes new events to the listener of an extension.',
  },
  'renew-<listener>': {
    everyMs: 'a third of LEASE_SECONDS',
    process: 'worker',
    lock: 'one process: lease in `event_listeners`',
    why: 'Renews the lease of the listener, also while it handles events.',
  },
} as const satisfies Record<string, RoundFacts>;

export type RoundName = Exclude<keyof typeof ROUNDS, `${string}<listener>`>;
