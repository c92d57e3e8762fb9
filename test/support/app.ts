/** Starts the real application on a real database, on a free loopback port: a test service without fake engines. */
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { AppOptions } from '../../src/app.module.js';
import { startTestService, type TestService } from '../../src/testing/index.js';
import type { TestDatabase } from './database.js';
import { allowOneConnection } from './one-connection.js';
import { expectDescribed } from './openapi.js';

allowOneConnection();

export interface TestApp {
  /** http://127.0.0.1:port */
  base: string;
  /** Of the database. */
  url: string;
  app: NestExpressApplication;
  database: TestDatabase;
  directory: string;
  /** The same application, with the helpers of `offprint/testing`. */
  service: TestService;
  close(): Promise<void>;
}

/**
 * @param env settings on top of the test defaults (fault model on, a platform limit that no test reaches by accident).
 * @param database database of another app, to run beside it; the caller drops it.
 */
export async function startApp(
  env: Record<string, string> = {},
  database?: TestDatabase | string,
  options: AppOptions = {},
): Promise<TestApp> {
  const service = await startTestService({
    ...options,
    env,
    engines: [],
    onResponse: expectDescribed,
    ...(database !== undefined && { database: typeof database === 'string' ? { url: database } : database }),
  });
  return {
    base: service.url,
    url: service.database.url,
    app: service.nest,
    database: typeof database === 'object' ? database : service.database,
    directory: service.directory,
    service,
    close: () => service.close(),
  };
}
