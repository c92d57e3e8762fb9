export { waitForLock } from './advisory-lock.js';
export { LOCK_NAME, TRY_LOCK, TRY_LOCK_NAME, UNLOCK } from './advisory-lock.sql.js';
export { addForeignKey, buildIndex, dropIndex, inTransaction } from './change-table.js';
export { byOrdinal, Coalescer, type CoalescerOptions } from './coalescer.js';
export { type ColumnOf, columns, type RowOf, rowOf } from './columns.js';
export { Conditions } from './conditions.js';
export { ConnectionBudget, readConnections } from './connection-budget.js';
export type { Connections } from './connection-budget.sql.js';
export { Database, REPORT_SECONDS, type Session, type Transaction } from './database.js';
export { type DatabaseAddress, describeHosts, type Host, parseAddress } from './database-address.js';
export { DatabaseHealth } from './database-health.js';
export { firstIdAt, timeOfId } from './id-times.js';
export { createSlots, Lane, type LaneBounds, type RunOptions } from './lane.js';
export { Listener, type ListenerOptions } from './listener.js';
export { type LockWaitOptions, LockWaits } from './lock-waits.js';
export { newId } from './new-id.js';
export { requireOwnSessions } from './own-sessions.js';
export { PacedRead } from './paced-read.js';
export { createPoolOptions, type PoolBounds, type PoolRoute } from './pool.js';
export { checkPool, type PoolExpectation } from './pool-check.js';
export type { PoolMessages } from './pool-messages.js';
export { type Queryable, queryableOf, queryableOfRunner, type Row } from './queryable.js';
export { CLIENT_KEEPALIVE, configureSession, SessionClient } from './session.js';
export { type Cause, causesOf, isPermanentSetupError, SetupError } from './setup-error.js';
export { type RowOfColumns, sql, type SqlType, type SqlTypes, type ValuesOf } from './sql-type.js';
export { endStalledSessions } from './stalled-sessions.js';
export {
  type BoundStatement,
  type Composition,
  composition,
  type DeclaredStatement,
  declaredStatements,
  type RowOfStatement,
  type Runnable,
  type Statement,
  statement,
  type StatementDeclaration,
} from './statement.js';
export { isDatabaseUnavailable } from './unavailable.js';
export { isUniqueViolation } from './unique-violation.js';
export { isTemporary, RETRY_MS, UNAVAILABLE_MS, whenUp } from './when-up.js';
