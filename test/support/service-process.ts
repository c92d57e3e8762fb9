/**
 * Runs the service as an operator does, with `node dist/main.js` in a process of its own, for guarantees that one process cannot
 * show (kill -9, SIGTERM, two services on one database).
 *
 * `afterAll(endServices)` kills all processes that a test file has started, by their pid, and removes its directories.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@offprint/embedded-postgres';

const MAIN = join(process.cwd(), 'dist/main.js');
const TOOLS = join(process.cwd(), 'scripts/cli.mjs');
/** A service has 10 s for its graceful stop. */
const FORCE_MS = 12_000;
const READY = /Offprint is ready at (\S+)/;

/** Processes that share a database must share the secret. */
const SECRET = 'a secret of the tests, long enough to be one';

interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** From the signal to the end of the process. */
  ms: number;
}

export interface ServiceProcess {
  /** http://127.0.0.1:port */
  base: string;
  pid: number;
  /** DATA_DIR, one for all services of a database; removed after the test file unless it was given in `env`. */
  directory: string;
  /** Returns the output to stdout and stderr so far. */
  log(): string;
  isRunning(): boolean;
  /** Sends the signal without waiting: SIGSTOP and SIGCONT. */
  signal(signal: NodeJS.Signals): void;
  /** Sends the signal and resolves when the process has ended. */
  end(signal: NodeJS.Signals): Promise<Exit>;
}

const started = new Set<ChildProcess>();
const directories = new Set<string>();

/** Starts a service and resolves when it is ready. @throws with its log when it ends instead. */
export async function spawnService(
  env: Record<string, string> = {},
  program = MAIN,
): Promise<ServiceProcess> {
  const directory = env.DATA_DIR ?? (await directoryOf(env.DATABASE_URL));
  const child = spawn(process.execPath, [program], {
    cwd: directory, // no .env of the checkout
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: directory,
      JWT_SECRET: SECRET,
      LOG_LEVEL: 'warn',
      ENABLE_FAULT_MODEL: 'true',
      REGISTRATION: 'open',
      PLATFORM_RATE_LIMIT: '1000000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.add(child);
  let log = '';
  const gone = once(child, 'exit');
  gone.then(
    () => started.delete(child),
    () => undefined,
  );
  const base = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      log += chunk.toString();
      const match = READY.exec(log);
      if (match) resolve(match[1]!);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('error', reject);
    child.once('close', () => reject(new Error(`the service ended before it was ready:\n${log}`)));
  });
  return {
    base,
    pid: child.pid!,
    directory,
    log: () => log,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    signal: (signal) => void child.kill(signal),
    end: async (signal) => {
      const at = performance.now();
      child.kill(signal);
      await gone;
      return { code: child.exitCode, signal: child.signalCode, ms: Math.round(performance.now() - at) };
    },
  };
}

export interface ToolResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs one of the operator's commands to its end: `runTool(['ledger', 'verify'], {DATA_DIR})`. */
export function runTool(args: string[], env: Record<string, string>): Promise<ToolResult> {
  const options = { env: { PATH: process.env.PATH, JWT_SECRET: SECRET, ...env } };
  return new Promise((resolve) => {
    execFile(process.execPath, [TOOLS, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr });
    });
  });
}

const directoryOfDatabase = new Map<string, Promise<string>>();

/** Returns the DATA_DIR that all services on a database share, also when one of them connects through a proxy. */
function directoryOf(url: string | undefined): Promise<string> {
  if (url === undefined) return temporaryDirectory();
  const { pathname } = new URL(url);
  const directory = directoryOfDatabase.get(pathname) ?? temporaryDirectory();
  directoryOfDatabase.set(pathname, directory);
  return directory;
}

/** Creates a temporary directory that PostgreSQL's own account can traverse (mkdtemp alone does not permit it). */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'offprint-flow-'));
  await chmod(directory, 0o755);
  directories.add(directory);
  return directory;
}

/**
 * Waits for a condition that must come true; the test's own time limit is the only deadline. Polls less often after half a
 * second: most conditions are requests or statements.
 */
export async function until<T>(condition: () => T | Promise<T>): Promise<NonNullable<T>> {
  const startedAt = performance.now();
  for (;;) {
    const value = await condition();
    if (value) return value;
    const waitedMs = performance.now() - startedAt;
    await sleep(Math.min(50, Math.max(10, waitedMs / 50)));
  }
}

/**
 * Stops all running services, first with SIGTERM, so that a service stops its own database. Stops the database of a killed
 * service too. Register it after every other hook of the file: `afterAll(endServices)`.
 */
export async function endServices(): Promise<void> {
  await Promise.all(
    [...started].map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), FORCE_MS);
      await gone;
      clearTimeout(force);
    }),
  );
  for (const directory of directories) {
    if (existsSync(join(directory, 'postgres/data/postmaster.pid')))
      await (await startEmbeddedPostgres({ directory })).stop();
    await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  }
  directories.clear();
  directoryOfDatabase.clear();
}

/** Leaves a service and its directory to the caller: `endServices` of a file that ends does not see them. */
export function keepAfterFile({ pid, directory }: ServiceProcess): void {
  for (const child of started) if (child.pid === pid) started.delete(child);
  directories.delete(directory);
}

process.once('exit', () => started.forEach((child) => child.kill('SIGKILL')));
