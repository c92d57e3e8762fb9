/** The service under test: `node dist/main.js`, a real process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** Limits are counted as usual, but are too high to be reached. */
const SETTINGS = {
  PORT: '0',
  LOG_LEVEL: 'warn',
  PLATFORM_RATE_LIMIT: '10000000',
  JWT_SECRET: 'a secret of the benchmark, long enough to be one',
};

/** databaseUrl → { path: promise, users }. Services on one database share a DATA_DIR. */
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
 * Starts a service. @param roles value of ROLES; databaseUrl: without it the service runs its own PostgreSQL; directory:
 * DATA_DIR, by default a temporary one; settings: environment on top of ours; nodeOptions: for profiling (--cpu-prof).
 * @returns url, pid, readyMs (from spawn to listening), child (emits 'message' for reports of the benchmark's engine), stop().
 */
export async function startService({ roles, databaseUrl, directory, settings = {}, nodeOptions = [] }) {
  const own = directory ? null : await shareDirectory(databaseUrl);
  const dataDirectory = directory ?? own.path;
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...nodeOptions, MAIN], {
    cwd: dataDirectory, // no .env is read from there
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
  const exited = once(child, 'exit');
  const killOnExit = () => child.kill('SIGTERM');
  process.once('exit', killOnExit); // stops the service however the benchmark ends
  const url = await readyAddress(child, exited);
  return {
    url,
    readyMs: performance.now() - startedAt,
    pid: child.pid,
    child,
    stop: async () => {
      process.off('exit', killOnExit);
      child.kill('SIGTERM');
      await exited;
      await own?.release();
    },
  };
}

/** Waits for the log line with the service's address; prints the lines before it. */
async function readyAddress(child, exited) {
  const ready = new Promise((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      const address = /is ready at (http\S+)/.exec(line)?.[1];
      if (address) resolve(address);
      else console.error(line);
    });
  });
  const ended = exited.then(([code]) => {
    throw new Error(`the service ended during its start (${code})`);
  });
  ended.catch(() => {}); // after it is ready, its end is not an error
  return Promise.race([ready, ended]);
}
