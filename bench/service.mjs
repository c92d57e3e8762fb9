/** The service under test: `node dist/main.js`, a real process on its own PostgreSQL, which flushes every commit. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { runningServerUrl } from '../dist/database/embedded/running-server.js';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** Limits are counted exactly as always, and high enough not to be met. */
const SETTINGS = {
  PORT: '0',
  LOG_LEVEL: 'warn',
  PLATFORM_RATE_LIMIT: '10000000',
  ENABLE_FAULT_MODEL: 'true',
};

/**
 * @param directory DATA_DIR; the database in it is made when there is none.
 * @returns url, pid, postmasterPid, postgresVersion, databaseUrl, readyMs (from spawn to listening) and stop().
 */
export async function startService(directory, roles, nodeOptions = []) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...nodeOptions, MAIN], {
    cwd: directory, // not where somebody's .env may lie
    env: { PATH: process.env.PATH, DATA_DIR: directory, ROLES: roles, ...SETTINGS },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  const endToo = () => child.kill('SIGTERM');
  process.once('exit', endToo); // however the benchmark ends, it leaves no service behind
  const url = await readyAddress(child, gone);
  const readyMs = performance.now() - startedAt;
  const databaseUrl = await runningServerUrl(directory);
  return {
    url,
    readyMs,
    databaseUrl,
    pid: child.pid,
    ...(await postgresOf(databaseUrl)),
    stop: async () => {
      process.off('exit', endToo);
      child.kill('SIGTERM');
      await gone;
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

async function postgresOf(databaseUrl) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      "select pg_backend_pid() as pid, current_setting('server_version') as version",
    );
    const stat = await readFile(join('/proc', String(rows[0].pid), 'stat'), 'utf8').catch(() => null);
    const postmasterPid = stat && Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    return { postmasterPid, postgresVersion: rows[0].version };
  } finally {
    await client.end();
  }
}
