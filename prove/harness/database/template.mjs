// The files of a database that is made and up to date. One initdb and one run of the migrations cost as much processor
// time as two starts of the service, so a run pays for them once: each cluster begins with a copy of these files. What
// happens on an empty database has trials (M3, U1) and tests of its own.
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startChild } from '../cluster/child.mjs';
import { Postgres } from './postgres.mjs';

const MIGRATE = fileURLToPath(new URL('migrate-once.mjs', import.meta.url));

/** The database in the copied files that the migrations have made: what `create database … template` may start from. */
export const MIGRATED = 'offprint';

let home;
let template;

/** Copies the files to `directory`, which must not exist; the first caller makes them. */
export async function copyTemplate(directory) {
  template ??= makeTemplate();
  // Not with Node's own copy: it loses whose a file is, and takes the time of the process that is every caller.
  await promisify(execFile)('cp', ['-a', await template, directory]);
}

/** At the end of a run. */
export async function removeTemplate() {
  await template?.catch(() => {});
  if (home) await rm(home, { recursive: true, force: true, maxRetries: 5 });
}

/** @returns {Promise<string>} the directory, of a server that was stopped in order */
async function makeTemplate() {
  home = await mkdtemp(join(tmpdir(), 'offprint-template-'));
  await chmod(home, 0o711); // PostgreSQL's own account must be able to pass through.
  const directory = join(home, 'postgres');
  const logFile = join(home, 'template.log');
  const postgres = new Postgres({ directory, logFile });
  await postgres.start();
  try {
    const { PATH } = process.env;
    const { code } = await startChild(MIGRATE, [postgres.url], { env: { PATH }, cwd: home, logFile }).gone;
    if (code !== 0) throw new Error(`the migrations of the template failed; see ${logFile}`);
  } finally {
    await postgres.stop();
  }
  return directory;
}
