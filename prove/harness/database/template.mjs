// The files of an initialised and migrated database. One initdb and one run of the migrations cost as much processor time as two
// starts of the service, so a run creates the files once and each cluster copies them. Trials M3 and U1 and separate tests cover
// empty databases.
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { startChild } from '../cluster/child.mjs';
import { Postgres } from './postgres.mjs';

const MIGRATE = fileURLToPath(new URL('migrate-once.mjs', import.meta.url));

/** The migrated database in the copied files, usable as `create database … template`. */
export const MIGRATED = 'offprint';

let home;
let template;

/** Copies the files to `directory`, which must not exist; the first call creates them. */
export async function copyTemplate(directory) {
  template ??= makeTemplate();
  // Node's own copy loses file owners and blocks the process that runs all callers.
  await promisify(execFile)('cp', ['-a', await template, directory]);
}

/** Removes the files at the end of a run. */
export async function removeTemplate() {
  await template?.catch(() => {});
  if (home) await rm(home, { recursive: true, force: true, maxRetries: 5 });
}

/** @returns {Promise<string>} the data directory of a gracefully stopped server */
async function makeTemplate() {
  home = await mkdtemp(join(tmpdir(), 'offprint-template-'));
  await chmod(home, 0o711); // PostgreSQL's own account must be able to enter it.
  const directory = join(home, 'postgres');
  const logFile = join(home, 'template.log');
  const postgres = new Postgres({ directory, logFile });
  await postgres.start();
  try {
    const { PATH } = process.env;
    const { code } = await startChild(MIGRATE, [postgres.url], { env: { PATH }, cwd: home, logFile }).gone;
    if (code !== 0) throw new Error(`the migrations of the template failed; see ${logFile}`);
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    // Imported late: `npm run prove` builds after it has loaded this file.
    const { UUID_V7 } = await import('../../../dist/testing/database/uuid-v7.js');
    await client.query(UUID_V7);
    await client.end();
  } finally {
    await postgres.stop();
  }
  return directory;
}
