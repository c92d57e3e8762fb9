/** Distinguishes an unavailable database (503, the caller may retry) from a wrong statement (500, a bug). */

import { UnfitSession } from './unfit-session.js';

const UNAVAILABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '25P03', // idle_in_transaction_session_timeout: the process was frozen
  '25P04', // transaction_timeout
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P05', // idle_session_timeout
  '57014', // query_canceled: statement_timeout
  '53300', // too_many_connections
  '53100', // disk_full
  '58030', // io_error
  '53200', // out_of_memory
  '28P01', // invalid_password: changed, and not yet in the settings of the service
  '28000', // invalid_authorization_specification: the role may no longer connect
  '3D000', // invalid_catalog_name: being restored or renamed
  '25006', // read_only_sql_transaction: a standby after a failover
  '40001', // serialization_failure
  '40P01', // deadlock_detected
]);

/** TypeORM releases the runner of a transaction whose connection is lost between two statements, and rejects the next one. */
const UNAVAILABLE_MESSAGES =
  /Connection terminated|Query runner already released|recovery is in progress|during recovery|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|not queryable|Driver not Connected|Cannot use a pool after calling end|connection is closed/i;

export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code =
      (cause as { code?: unknown }).code ?? (cause as { driverError?: { code?: unknown } }).driverError?.code;
    if (typeof code === 'string' && (UNAVAILABLE.has(code) || code.startsWith('08'))) return true;
    if (cause instanceof UnfitSession || UNAVAILABLE_MESSAGES.test(cause.message)) return true;
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseUnavailable)) return true;
  }
  return false;
}

export function isRoleRejected(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === '28P01' || code === '28000';
}

/** A SQLSTATE comes only from the server, which rolled the rejected statement back. Codes of Node.js start with an E. */
const SQLSTATE = /^[0-9A-DF-Z][0-9A-Z]{4}$/;

/** Errors of one statement that a smaller one, or the same one later, may not have. The caller gets a 503. */
const OF_THE_STATEMENT = new Set(['57014', '40001', '40P01', '53200']);

/**
 * Returns why a batch was rejected, which decides whether its parts run again.
 *
 * - `away`: the database is unavailable or the connection was lost; the statement may have been committed.
 * - `timeout`: the server cancelled the statement (`statement_timeout`) and rolled it back.
 * - `refused`: the server rejected the statement and rolled it back.
 * - `unknown`: not an error of the server; the statement may have been committed.
 */
export function reasonOfRefusal(error: unknown): 'away' | 'timeout' | 'refused' | 'unknown' {
  const code = (error as { code?: unknown } | null)?.code;
  if (code === '57014') return 'timeout';
  if (typeof code === 'string' && OF_THE_STATEMENT.has(code)) return 'refused';
  if (isDatabaseUnavailable(error)) return 'away';
  return typeof code === 'string' && SQLSTATE.test(code) ? 'refused' : 'unknown';
}
