/** Tells a database that is away (503, try again) from a statement that is wrong (500, our fault). */

const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57014', // query_canceled: our own statement_timeout
  '53300', // too_many_connections
  '53100', // disk_full
  '53200', // out_of_memory
  '28P01', // invalid_password: changed, and not yet told to the service
  '28000', // invalid_authorization_specification: a role that may not sign in any more
  '3D000', // invalid_catalog_name: being restored or renamed
  '25006', // read_only_sql_transaction: a standby after a failover
  '40001', // serialization_failure
  '40P01', // deadlock_detected
]);

const AWAY_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|not queryable|Driver not Connected|Cannot use a pool after calling end|connection is closed/i;

export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code =
      (cause as { code?: unknown }).code ?? (cause as { driverError?: { code?: unknown } }).driverError?.code;
    if (typeof code === 'string' && (AWAY.has(code) || code.startsWith('08'))) return true;
    if (AWAY_MESSAGES.test(cause.message)) return true;
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseUnavailable)) return true;
  }
  return false;
}

/** A connection refused because of its role or the password: changed while the service runs, or wrong from the start. */
export function isRoleRejected(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === '28P01' || code === '28000';
}

/** A SQLSTATE, which only the server gives: the statement it refuses was rolled back. Node's codes start with an E. */
const SQLSTATE = /^[0-9A-DF-Z][0-9A-Z]{4}$/;

/** Conditions of one statement, which a smaller one, or the same one later, need not meet. The caller gets a 503. */
const OF_THE_STATEMENT = new Set(['57014', '40001', '40P01', '53200']);

/**
 * Returns what a refused batch of calls says about its parts.
 *
 * - `away`: the database is away, or the connection was lost: the statement may have been committed.
 * - `timeout`: the server cancelled the statement (`statement_timeout`) and rolled it back.
 * - `refused`: the server refused the statement and rolled it back.
 * - `unknown`: not an error of the server: whether the statement was committed is not known.
 */
export function reasonOfRefusal(error: unknown): 'away' | 'timeout' | 'refused' | 'unknown' {
  const code = (error as { code?: unknown } | null)?.code;
  if (code === '57014') return 'timeout';
  if (typeof code === 'string' && OF_THE_STATEMENT.has(code)) return 'refused';
  if (isDatabaseUnavailable(error)) return 'away';
  return typeof code === 'string' && SQLSTATE.test(code) ? 'refused' : 'unknown';
}
