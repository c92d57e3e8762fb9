export { EmbeddedDatabaseError } from './embedded-database-error.js';
export {
  type EmbeddedDatabase,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded-postgres.js';
export { hasEmbeddedPostgres, runningServerUrl } from './running-server.js';
