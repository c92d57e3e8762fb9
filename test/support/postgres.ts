/** Starts a PostgreSQL of one test file, of the version of the run (`npm test -- --postgres 15`). */
import {
  type EmbeddedDatabase,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '@offprint/embedded-postgres';

export type { EmbeddedDatabase };

export function startPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedDatabase> {
  return startEmbeddedPostgres({ ...options, programs: process.env.TEST_POSTGRES_PROGRAMS });
}
