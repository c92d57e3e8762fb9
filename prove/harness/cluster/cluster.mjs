// The installation that a trial runs against: a real PostgreSQL (fsync on), service processes in their roles, the fake
// engine, and optionally a TCP proxy in front of the database. All files are below one temporary directory, which `stop()`
// removes; the logs of a failed trial are kept.
//
//   const cluster = await context.startCluster({ processes: { api: 2, worker: 2 }, restart: true });
//   cluster.services · cluster.apis · cluster.workers · cluster.postgres · cluster.database.query(text, values)
//   cluster.moveDatabaseClock(seconds) (with `movableClock: true`)
//   cluster.engine (null with `plugin: false`) · cluster.proxy (with `proxy: true`) · cluster.pooler (with `pooler: true`) · cluster.stop()
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import {
  FAKETIME,
  moveReplacedClock,
  replaceClockFunctions,
  writeOffset,
} from '../database/database-clock.mjs';
import { Pooler } from '../database/pooler.mjs';
import { Postgres } from '../database/postgres.mjs';
import { TcpProxy } from '../database/proxy.mjs';
import { copyTemplate } from '../database/template.mjs';
import { EngineControl } from '../engines/engine-control.mjs';
import { freePort } from './ports.mjs';
import { Service } from './service.mjs';

const PLUGIN = fileURLToPath(new URL('../engines/engine-plugin.mjs', import.meta.url));
const CATALOGUE = fileURLToPath(new URL('../engines/catalogue', import.meta.url));
const SECRET = 'a secret of the trials, long enough to be one';

const runningClusters = new Set();

/**
 * @typedef Options
 * @property {{api?: number, worker?: number, 'api,worker'?: number} | {name: string, roles: string, env?: object, main?: string, direct?: true}[]} [processes]
 * @property {Record<string, string>} [env] settings of every process
 * @property {boolean} [plugin] false: the service with its own catalogue, without the fake engine
 * @property {boolean} [restart] restart a process whenever it exits
 * @property {boolean} [proxy] the service connects to PostgreSQL through a TCP proxy, except processes that are `direct`
 * @property {boolean} [pooler] the service connects to PostgreSQL through PgBouncer in transaction mode
 * @property {string} [databaseDirectory] an empty directory for the database files; the service creates the tables
 * @property {Record<string, string>} [databaseSettings] in addition to the service's own, as in postgresql.conf
 * @property {boolean} [movableClock] whether the trial may move the database's clock
 * @property {boolean} [startServices] false: the trial starts them itself
 */
export class Cluster {
  /** @param {Options} options */
  static async start(options = {}) {
    const cluster = new Cluster();
    runningClusters.add(cluster);
    try {
      await cluster.launch(options);
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  services = [];
  engine = null;
  proxy = null;
  pooler = null;

  get apis() {
    return this.services.filter((service) => service.serves('api'));
  }

  get workers() {
    return this.services.filter((service) => service.serves('worker'));
  }

  /** Number of process starts of the service. */
  get starts() {
    return this.services.reduce((sum, service) => sum + service.starts, 0);
  }

  service(name) {
    return this.services.find((service) => service.name === name);
  }

  async launch({
    processes = { 'api,worker': 1 },
    env = {},
    plugin = true,
    restart = false,
    proxy = false,
    pooler = false,
    databaseDirectory,
    databaseSettings,
    movableClock = false,
    startServices = true,
  }) {
    this.directory = await mkdtemp(join(tmpdir(), 'offprint-prove-'));
    await chmod(this.directory, 0o755);
    if (movableClock && FAKETIME) {
      this.clockFile = join(this.directory, 'clock');
      await writeOffset(this.clockFile, 0);
    }
    const ownDirectory = join(this.directory, 'postgres');
    // An earlier release must create its own tables.
    const isAnyEarlier = namesOf(processes).some(({ main }) => main);
    if (!databaseDirectory && !isAnyEarlier) await copyTemplate(ownDirectory);
    this.postgres = new Postgres({
      clockFile: this.clockFile,
      directory: databaseDirectory ?? ownDirectory,
      logFile: this.logFile('postgres'),
      settings: databaseSettings,
    });
    const engine = plugin ? new EngineControl() : null;
    this.engine = engine;
    await Promise.all([this.postgres.start(), engine?.start(this.logFile('engine'))]);
    if (proxy) await this.startProxy();
    if (pooler) await this.startPooler();
    this.database = new DirectDatabase(this.postgres.url);
    const [{ fsync }] = await this.database.query('show fsync');
    if (fsync !== 'on') throw new Error('the trials need a PostgreSQL with fsync on');
    const settings = this.settings(env, plugin);
    for (const process of namesOf(processes))
      this.services.push(await this.makeService(process, settings, restart));
    if (movableClock && !FAKETIME) await this.replaceClockFunctions();
    if (startServices) await Promise.all(this.services.map((service) => service.start()));
  }

  /** Replaces the clock functions after a first process has created the tables. */
  async replaceClockFunctions() {
    await this.services[0].start();
    await this.services[0].terminate();
    await replaceClockFunctions((text, values) => this.database.query(text, values));
    await this.database.end();
    this.database = new DirectDatabase(this.postgres.url);
  }

  /** @param {number} seconds offset of the database's clock from the machine's */
  async moveDatabaseClock(seconds) {
    if (this.clockFile) await writeOffset(this.clockFile, seconds);
    else await moveReplacedClock((text, values) => this.database.query(text, values), seconds);
  }

  async startProxy() {
    this.proxy = new TcpProxy();
    await this.proxy.start(this.postgres.port);
  }

  async startPooler() {
    const { directory } = this;
    this.pooler = new Pooler({ url: this.postgres.url, directory });
    await this.pooler.start();
  }

  settings(env, plugin) {
    return {
      HOST: '127.0.0.1',
      DATABASE_URL: this.proxy ? this.proxy.through(this.postgres.url) : this.postgres.url,
      DATA_DIR: join(this.directory, 'data'),
      JWT_SECRET: SECRET,
      LOG_LEVEL: 'warn',
      REGISTRATION: 'open',
      PLATFORM_RATE_LIMIT: '10000000',
      ...this.pooler?.settings,
      ...(plugin
        ? { PLUGINS: PLUGIN, CATALOGUE_DIR: CATALOGUE, CHAOS_ENGINE: this.engine.base }
        : { ENABLE_FAULT_MODEL: 'true' }),
      ...env,
    };
  }

  async makeService({ name, roles, env, main, direct }, settings, restart) {
    return new Service({
      name,
      main,
      roles,
      restart,
      port: await freePort(),
      env: { ...settings, ...(direct ? { DATABASE_URL: this.postgres.url } : {}), ...env },
      cwd: this.directory,
      logFile: this.logFile(name),
    });
  }

  logFile(name) {
    return join(this.directory, `${name}.log`);
  }

  /** Returns everything a process has logged so far. */
  async log(name) {
    return readFile(this.logFile(name), 'utf8').catch(() => '');
  }

  /** Exits that the trial did not cause: [{name, code, signal}]. */
  get unexpectedExits() {
    return this.services.flatMap(({ name, unexpectedExits }) =>
      unexpectedExits.map((exit) => ({ name, ...exit })),
    );
  }

  stop({ keepLogs = false } = {}) {
    this.stopping ??= this.end(keepLogs);
    return this.stopping;
  }

  async end(keepLogs) {
    await Promise.all(this.services.map((service) => service.stop()));
    await Promise.all([this.engine?.stop(), this.proxy?.stop(), this.pooler?.kill(), this.database?.end()]);
    await this.postgres?.stop();
    runningClusters.delete(this);
    if (!keepLogs) await rm(this.directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A few connections of the trial itself to PostgreSQL. */
export class DirectDatabase {
  constructor(url) {
    this.pool = new pg.Pool({
      connectionString: url,
      max: 6,
      connectionTimeoutMillis: 30_000,
      query_timeout: 30_000,
    });
    this.pool.on('error', () => {});
  }

  async query(text, values = []) {
    return (await this.pool.query(text, values)).rows;
  }

  /** Runs `work` in a read-only transaction on one snapshot. @param work receives a query function */
  snapshot(work) {
    return this.session(async (query) => {
      await query('begin transaction isolation level repeatable read read only');
      const result = await work(query);
      await query('commit');
      return result;
    });
  }

  /** Runs `work` on a connection of its own. @param work receives a query function */
  async session(work) {
    const client = await this.pool.connect();
    const onError = () => {};
    client.on('error', onError);
    let broken = true;
    try {
      const result = await work(async (text, values = []) => (await client.query(text, values)).rows);
      broken = false;
      return result;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }

  async end() {
    await this.pool.end().catch(() => {});
  }
}

function namesOf(processes) {
  if (Array.isArray(processes)) return processes;
  return Object.entries(processes).flatMap(([roles, count]) =>
    Array.from({ length: count }, (_, at) => ({ name: `${roles.replace(',', '-')}${at + 1}`, roles })),
  );
}

/** Stops the clusters of an interrupted run. */
export async function stopAllClusters(options) {
  await Promise.all([...runningClusters].map((cluster) => cluster.stop(options).catch(() => {})));
}
