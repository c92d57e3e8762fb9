export { Coalescer, type CoalescerOptions } from './coalescer.js';
export { Conditions } from './conditions.js';
export { dataSourceOptions, migrate, MIGRATIONS } from './data-source.js';
export { Database, type Queryable, type Row, type Transaction } from './database.js';
export { DatabaseModule } from './database.module.js';
export { EmbeddedDatabaseError } from './embedded/embedded-database-error.js';
export { Listener } from './listener.js';
export { openDatabase, type OpenedDatabase, POOL_PATIENCE } from './open-database.js';
export { isDatabaseUnavailable } from './unavailable.js';
