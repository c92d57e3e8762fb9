/** TEST_POSTGRES_URL names a running PostgreSQL; without it the first service of a process starts one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

const PROGRAM = fileURLToPath(new URL('./server.program.js', import.meta.url));
/** The environment data of a process are shared by the module registries that Jest creates for each test file. */
const STARTED = 'offprint-test-server';

export interface ServerPlace {
  /** postgres://role:password@host:port, without a database. The role may create databases. */
  url: string;
  /** Removed at the end of the run; null for a server that was there already. */
  directory: string | null;
}

/** The PostgreSQL server of a test run. */
export interface TestDatabaseServer {
  /** postgres://role:password@127.0.0.1:port, without a database. */
  url: string;
  /** Stops the server and removes all of its files. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL server for all files of a test run: call it in a global setup, and `stop` in the teardown. Sets
 * TEST_POSTGRES_URL, which the processes of the run inherit. The server also stops when this process ends.
 */
export async function startTestDatabaseServer(): Promise<TestDatabaseServer> {
  const { child, url, directory } = await launch();
  Object.assign(process.env, { TEST_POSTGRES_URL: url, TEST_POSTGRES_DIRECTORY: directory });
  return {
    url,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.ref();
      const ended = once(child, 'exit');
      child.stdin!.destroy();
      await ended;
    },
  };
}

let starting: Promise<ServerPlace> | undefined;

/** Starts the server of this run if there is none. */
export function findTestServer(): Promise<ServerPlace> {
  const { TEST_POSTGRES_URL: url, TEST_POSTGRES_DIRECTORY: directory } = process.env;
  if (url) return Promise.resolve({ url: url.replace(/\/+$/, ''), directory: directory ?? null });
  const started = getEnvironmentData(STARTED) as unknown as ServerPlace | undefined;
  if (started) return Promise.resolve(started);
  starting ??= launch().then(({ url, directory }) => {
    setEnvironmentData(STARTED, { url, directory });
    return { url, directory };
  });
  return starting;
}

async function launch(): Promise<{ child: ChildProcess; url: string; directory: string }> {
  // A session of its own: Ctrl-C in a terminal ends the tests, and their end stops the server.
  const child = spawn(process.execPath, [PROGRAM], { detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  const line = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(`The PostgreSQL of the tests ended with ${code} before it was ready.\n${errors}`)),
    );
  });
  const { url, directory } = JSON.parse(await line) as { url: string; directory: string };
  // Neither the process nor its pipes keep this process alive.
  child.unref();
  for (const pipe of [child.stdin, child.stdout, child.stderr] as (Readable & Socket)[]) pipe.unref();
  return { child, url, directory };
}
