export { announcingEnd, CREDENTIAL_ENDED_CHANNEL } from './credential-ended.js';
export { dataSourceOptions, FROZEN_TRANSACTION_MS, MIGRATIONS } from './data-source.js';
export { DatabaseModule } from './database.module.js';
export { countUpdate, newestEpoch } from './epochs.sql.js';
export * from './erasure-steps.sql.js';
export type { ExtensionSchema } from './extension-schema.js';
export { logFailure } from './log-failure.js';
export { migrate } from './migrate.js';
export { MigrationState } from './migration-state.js';
export * from './open-database.js';
export type { AccountInErasure, Batches, ErasureStep, ErasureSteps, PersonalData } from './personal-data.js';
export type { ProcessRole } from './process-description.js';
export { ProcessList } from './process-list.js';
export { baseline } from './schema/baseline.js';
export { SchemaComparison } from './schema-comparison.js';
export { describeShortage, readConnections } from './service-budget.js';
export { Listener } from './service-listener.js';
export { describeDatabase, NoInstallation } from './setup-error.js';
export {
  type BoundStatement,
  byOrdinal,
  Coalescer,
  type CoalescerOptions,
  type ColumnOf,
  columns,
  composition,
  Conditions,
  type Connections,
  createSlots,
  Database,
  DatabaseHealth,
  type DeclaredStatement,
  endStalledSessions,
  firstIdAt,
  isDatabaseUnavailable,
  isUniqueViolation,
  Lane,
  LOCK_NAME,
  newId,
  PacedRead,
  type Queryable,
  queryableOf,
  REPORT_SECONDS,
  type Row,
  type RowOf,
  rowOf,
  type RowOfColumns,
  type RowOfStatement,
  type Runnable,
  type RunOptions,
  type Session,
  SetupError,
  sql,
  type SqlType,
  type SqlTypes,
  type Statement,
  statement,
  type StatementDeclaration,
  timeOfId,
  type Transaction,
  TRY_LOCK,
  TRY_LOCK_NAME,
  UNLOCK,
  type ValuesOf,
  whenUp,
} from '@offprint/postgres';
