export { Coalescer, type CoalescerOptions } from './coalescer.js';
export { columns, type RowOf } from './columns.js';
export { Conditions } from './conditions.js';
export { type Connections, describeShortage, readConnections } from './connection-budget.js';
export { announcingEnd, CREDENTIAL_ENDED_CHANNEL } from './credential-ended.js';
export { dataSourceOptions, MIGRATIONS } from './data-source.js';
export {
  Database,
  type Queryable,
  REPORT_SECONDS,
  type Row,
  type Session,
  type Transaction,
} from './database.js';
export { DatabaseModule } from './database.module.js';
export { DatabaseHealth } from './database-health.js';
export { countUpdate, newestEpoch } from './epochs.sql.js';
export type { ExtensionSchema } from './extension-schema.js';
export { firstIdAt, timeOfId } from './id-times.js';
export { createSlots, Lane } from './lane.js';
export { Listener } from './listener.js';
export { logFailure } from './log-failure.js';
export { migrate } from './migrate.js';
export { newId } from './new-id.js';
export {
  joinDatabase,
  openDatabase,
  type OpenedDatabase,
  openServer,
  POOL_RETRIES,
} from './open-database.js';
export { PacedRead } from './paced-read.js';
export { ProcessList, type ProcessRole } from './process-list.js';
export { baseline } from './schema/baseline.js';
export { SchemaComparison } from './schema-comparison.js';
export { describeDatabase, NoInstallation, SetupError } from './setup-error.js';
export { endStalledSessions } from './stalled-sessions.js';
export { isDatabaseUnavailable } from './unavailable.js';
export { isUniqueViolation } from './unique-violation.js';
export { whenUp } from './when-up.js';
