/**
 * Finds, starts, awaits and stops the server process.
 *
 * The server has its own session, so Ctrl-C in a terminal signals only this process, which then shuts the server down. It
 * survives when this process is killed, and the next start finds it by `postmaster.pid`. PostgreSQL itself replaces a
 * stale pid file, after more checks than are possible here. The exception is a pid that now belongs to an unrelated
 * program: PostgreSQL would not start, so the file is removed.
 */
import { spawn } from 'node:child_process';
import { readFile, readlink, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedDatabaseError } from './embedded-database-error.js';
import { createFile, remove } from './owned-files.js';
import { type PostgresAccount, postgresEnvironment, runAs } from './postgres-account.js';
import { type PostgresBinaries, program } from './postgres-binaries.js';
import { isRunning, processArguments, processStart } from './process-identity.js';

const POLL_MS = 10;
const PROGRESS_MS = 5000;
const FAST_STOP_MS = 60_000;
const IMMEDIATE_STOP_MS = 15_000;

export interface Postmaster {
  pid: number;
  /** Distinguishes this process from a later one with the same pid. */
  startedAt: string;
}

/** The content of `postmaster.pid`. */
export interface PidFile {
  pid: number;
  port: number;
  status: string;
}

export async function readPidFile(data: string): Promise<PidFile | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10)); // negative: a single-user server
  if (!Number.isInteger(pid)) return undefined;
  return { pid, port: Number.parseInt(lines[3] ?? '', 10), status: lines[7] ?? '' };
}

/** Returns the running server of this cluster, if any. Removes a pid file that names a running but unrelated process. */
export async function findPostmaster(data: string): Promise<Postmaster | undefined> {
  const found = await readPidFile(data);
  if (!found) return undefined;
  const startedAt = await processStart(found.pid);
  if (startedAt === undefined) return undefined;
  if (await servesCluster(found.pid, data)) return { pid: found.pid, startedAt };
  // Read it again first: a server that has just started may have replaced the file.
  if ((await readPidFile(data))?.pid === found.pid && !(await servesCluster(found.pid, data))) {
    await rm(join(data, 'postmaster.pid'), { force: true });
  }
  return undefined;
}

async function servesCluster(pid: number, data: string): Promise<boolean> {
  const [path = '', ...rest] = await processArguments(pid);
  if (process.platform === 'win32') return true; // Windows does not show arguments: PostgreSQL's own checks decide
  if (!basename(path).startsWith('postgres')) return false;
  if (rest.includes(data)) return true;
  const directory = await readlink(`/proc/${pid}/cwd`).catch(() => ''); // for a data directory that was moved
  return directory === data;
}

export interface LaunchOptions {
  binaries: PostgresBinaries;
  account: PostgresAccount;
  data: string;
  configFile: string;
  /** File for the output until the server's own logging starts; replaced by every launch. */
  startLog: string;
  port: number;
}

/** The server ended before it was ready. */
export class LaunchFailure extends Error {
  constructor(readonly output: string) {
    super(output);
  }
}

/** Starts a server and resolves when it accepts connections. @throws {LaunchFailure} when it ends before. */
export async function launch(options: LaunchOptions, log: (line: string) => void): Promise<Postmaster> {
  const { account, binaries, data, startLog, port } = options;
  await remove(startLog);
  const output = await createFile(startLog, 0o600);
  try {
    const network = ['-h', '127.0.0.1', '-p', String(port), '-k', ''];
    const args = ['-D', data, '-c', `config_file=${options.configFile}`, ...network];
    const child = spawn(program(binaries, 'postgres'), args, {
      ...account.owner,
      cwd: process.platform === 'win32' ? dirname(data) : '/',
      env: postgresEnvironment(),
      detached: true,
      stdio: ['ignore', output.fd, output.fd],
      windowsHide: true,
    });
    let ended: string | undefined;
    child.once('error', (error) => (ended = error.message));
    child.once('exit', (code, signal) => (ended = `it ended with ${signal ?? `code ${code}`}`));
    child.unref();
    const postmaster = { pid: child.pid ?? 0, startedAt: (await processStart(child.pid ?? 0)) ?? 'unknown' };
    const ready = await waitUntilReady(postmaster, data, log, () => ended !== undefined);
    if (ready) return postmaster;
    const lines = (await readFile(startLog, 'utf8').catch(() => '')).split('\n');
    const relevant = lines.filter((line) => !line.includes('skipping missing configuration file')).join('\n');
    throw new LaunchFailure(relevant.trim() || (ended ?? 'it ended'));
  } finally {
    await output.close();
  }
}

/**
 * Waits, without a timeout, while the server starts or recovers from a crash. Returns true when it accepts connections,
 * false when it has ended.
 */
export async function waitUntilReady(
  postmaster: Postmaster,
  data: string,
  log: (line: string) => void,
  hasEnded: () => boolean = () => false,
): Promise<boolean> {
  let lastReport = performance.now();
  for (let round = 0; !hasEnded(); round++) {
    const file = await readPidFile(data);
    if (file?.pid === postmaster.pid && file.status === 'ready') return true;
    if (round % 10 === 9 && !(await isRunning(postmaster.pid, postmaster.startedAt))) return false;
    if (performance.now() - lastReport >= PROGRESS_MS) {
      lastReport = performance.now();
      log(`waiting for the embedded PostgreSQL (pid ${postmaster.pid}, ${file?.status || 'starting'})`);
    }
    await sleep(POLL_MS);
  }
  return false;
}

/** Shuts the server down (fast shutdown) and resolves when its process is gone. Idempotent. */
export async function stopPostmaster(postmaster: Postmaster, binaries?: PostgresBinaries): Promise<void> {
  for (const [signal, timeoutMs] of [
    ['SIGINT', FAST_STOP_MS],
    ['SIGQUIT', IMMEDIATE_STOP_MS], // no commit is lost: the next start recovers from the write-ahead log
  ] as const) {
    if (!(await isRunning(postmaster.pid, postmaster.startedAt))) return;
    await sendSignal(postmaster.pid, signal, binaries);
    const deadline = performance.now() + timeoutMs;
    while (performance.now() < deadline) {
      if (!(await isRunning(postmaster.pid, postmaster.startedAt))) return;
      await sleep(POLL_MS);
    }
  }
  throw new EmbeddedDatabaseError(
    `The embedded PostgreSQL (pid ${postmaster.pid}) does not stop.`,
    'Look for a hanging disk, then end it with "kill -QUIT"; never delete its postmaster.pid while it runs.',
  );
}

/** Stops the server of this cluster, if one runs. */
export async function stopAnyServer(data: string): Promise<void> {
  const running = await findPostmaster(data);
  if (running) await stopPostmaster(running);
}

async function sendSignal(
  pid: number,
  signal: 'SIGINT' | 'SIGQUIT',
  binaries?: PostgresBinaries,
): Promise<void> {
  if (process.platform === 'win32' && binaries) {
    // Windows has no signals; pg_ctl sends them in PostgreSQL's own way.
    await runAs({ name: '' }, program(binaries, 'pg_ctl'), ['kill', signal.slice(3), String(pid)]);
    return;
  }
  try {
    process.kill(pid, signal);
  } catch {
    // It ended between the check and the signal.
  }
}
