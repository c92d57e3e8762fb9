/** The service under test: `node dist/main.js`, a real process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** Limits are counted exactly as always, and high enough not to be met. */
const SETTINGS = {
  PORT: '0',
  LOG_LEVEL: 'warn',
  PLATFORM_RATE_LIMIT: '10000000',
  JWT_SECRET: 'a secret of the benchmark, long enough to be one',
};

/** databaseUrl → {path: promise, users}: services on one database share a DATA_DIR. */
const directories = new Map();

async function shareDirectory(databaseUrl = Symbol('its own')) {
  if (!directories.has(databaseUrl))
    directories.set(databaseUrl, { path: mkdtemp(join(tmpdir(), 'offprint-bench-')), users: 0 });
  const shared = directories.get(databaseUrl);
  shared.users += 1;
  const path = await shared.path;
  return {
    path,
    async release() {
      shared.users -= 1;
      if (shared.users > 0) return;
      directories.delete(databaseUrl);
      await rm(path, { recursive: true, force: true });
    },
  };
}

/**
 * @param roles as ROLES; databaseUrl: without it the service runs its own PostgreSQL; directory: DATA_DIR, by default a
 * temporary one; settings: environment on top of ours; nodeOptions: for a look inside (--cpu-prof).
 * @returns url, pid, readyMs (from spawn to listening), told (what an engine of the benchmark reports, an event
 * 'message' each) and stop().
 */
export async function startService({ roles, databaseUrl, directory, settings = {}, nodeOptions = [] }) {
  const own = directory ? null : await shareDirectory(databaseUrl);
  const dataDirectory = directory ?? own.path;
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...nodeOptions, MAIN], {
    cwd: dataDirectory, // not where somebody's .env may lie
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDirectory,
      ROLES: roles,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...SETTINGS,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const gone = once(child, 'exit');
  const endToo = () => child.kill('SIGTERM');
  process.once('exit', endToo); // however the benchmark ends, it leaves no service behind
  const url = await readyAddress(child, gone);
  return {
    url,
    readyMs: performance.now() - startedAt,
    pid: child.pid,
    told: child,
    stop: async () => {
      process.off('exit', endToo);
      child.kill('SIGTERM');
      await gone;
      await own?.release();
    },
  };
}

/** The last line of a start names the address; whatever comes before it is shown. */
async function readyAddress(child, gone) {
  const ready = new Promise((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      const address = /is ready at (http\S+)/.exec(line)?.[1];
      if (address) resolve(address);
      else console.error(line);
    });
  });
  const ended = gone.then(([code]) => {
    throw new Error(`the service ended at its start (${code})`);
  });
  ended.catch(() => {}); // once it is ready, its end is no error
  return Promise.race([ready, ended]);
}
