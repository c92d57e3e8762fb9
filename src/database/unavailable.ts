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

/** A statement refused for what it holds: in a batch, one bad row among good ones (SQLSTATE classes 22 and 23, raised). */
export function isDataError(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^(22|23|P0001|21)/.test(code);
}
