import type { Logger } from '@nestjs/common';
import { isDatabaseUnavailable } from '@offprint/postgres';

/** A warning while the database is unavailable, which is temporary, an error otherwise. */
export function logFailure(logger: Logger, doing: string, error: unknown): void {
  if (isDatabaseUnavailable(error)) logger.warn(`${doing}: the database is away`);
  else logger.error(`${doing}: ${error instanceof Error ? error.stack : String(error)}`);
}
