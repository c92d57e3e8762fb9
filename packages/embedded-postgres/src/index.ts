export { EmbeddedDatabaseError } from './embedded-database-error.js';
export {
  type EmbeddedDatabase,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded-postgres.js';
export { runningServerUrl } from './running-server.js';
