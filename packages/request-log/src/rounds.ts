/** The table of docs/operating.md has these rounds. */
export const ROUNDS = {
  'request-records': {
    everyMs: 1_000,
    process: 'api',
    lock: 'none',
    why: 'Writes the records of the requests that the process has answered.',
  },
  'remove-request-records': {
    everyMs: 60_000,
    process: 'worker',
    lock: 'shared: rows of `request_records`, skipped when locked',
    why: 'Removes the records of requests after `REQUEST_LOG_DAYS`.',
  },
} as const;
