/** Starts the real application on a real database, on a free loopback port. */
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from '../../src/app.js';
import type { AppOptions } from '../../src/app.module.js';
import { loadConfig } from '../../src/config/index.js';
import { createDatabase, type TestDatabase } from './database.js';

export interface TestApp {
  /** http://127.0.0.1:port */
  base: string;
  /** Of the database. */
  url: string;
  app: NestExpressApplication;
  database: TestDatabase;
  directory: string;
  close(): Promise<void>;
}

/** Apps on one database share a DATA_DIR: that of the first. */
const directoryOfDatabase = new Map<string, string>();
process.once('exit', () => {
  for (const directory of directoryOfDatabase.values()) rmSync(directory, { recursive: true, force: true });
});

/**
 * @param env settings on top of the test defaults (fault model on, a platform limit that no test reaches by accident).
 * @param database database of another app, to run beside it; the caller drops it.
 */
export async function startApp(
  env: Record<string, string> = {},
  database?: TestDatabase | string,
  options: AppOptions = {},
): Promise<TestApp> {
  const own = database === undefined ? await createDatabase() : null;
  const url = own?.url ?? (typeof database === 'string' ? database : database!.url);
  const shared = directoryOfDatabase.get(url);
  const directory = env.DATA_DIR ?? shared ?? (await mkdtemp(join(tmpdir(), 'offprint-app-')));
  directoryOfDatabase.set(url, directory);
  const config = loadConfig({
    PORT: '0',
    DATABASE_URL: url,
    DATA_DIR: directory,
    JWT_SECRET: 'a secret of the tests, long enough to be one',
    LOG_LEVEL: 'silent',
    ENABLE_FAULT_MODEL: 'true',
    PLATFORM_RATE_LIMIT: '1000000',
    ...env,
  });
  const app = await createApp(config, options);
  await app.listen();
  const { port } = app.nest.getHttpServer().address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}`,
    url,
    app: app.nest,
    database: own ?? (database as TestDatabase),
    directory,
    close: async () => {
      await app.close();
      await own?.drop();
      if (!own) return;
      directoryOfDatabase.delete(url);
      if (!env.DATA_DIR) await rm(directory, { recursive: true, force: true });
    },
  };
}
