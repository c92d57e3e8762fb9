import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import {
  makeCheckout,
  openTemporaryDirectory,
  run,
  type Service,
  startService,
  until,
} from '../test/support/embedded-service.js';
import { type EmbeddedDatabase, startEmbeddedPostgres } from './embedded-postgres.js';
import { findPostmaster, readPidFile, stopAnyServer } from './postmaster.js';
import { processStart } from './process-identity.js';

describe('embedded PostgreSQL and killed services', () => {
  let root: string;
  let checkout: string;
  let directory: string;
  let services: Service[];
  let databases: EmbeddedDatabase[];

  beforeAll(async () => {
    root = await openTemporaryDirectory();
    checkout = await makeCheckout(join(root, 'checkout'));
  });
  beforeEach(async () => {
    directory = join(root, `data-${Math.random().toString(36).slice(2)}`);
    await mkdir(directory);
    [services, databases] = [[], []];
  });
  afterEach(async () => {
    for (const service of services)
      if (service.process.exitCode === null) await service.end('SIGKILL').catch(() => undefined);
    for (const database of databases) await database.stop();
    await stopAnyServer(data());
  });
  afterAll(() => rm(root, { recursive: true }));

  const data = (): string => join(directory, 'postgres/data');
  function service(options: object = {}): Service {
    const started = startService(checkout, { directory, ...options });
    services.push(started);
    return started;
  }
  async function start(options: object = {}): Promise<{ database: EmbeddedDatabase; lines: string[] }> {
    const lines: string[] = [];
    const database = await startEmbeddedPostgres({ directory, log: (line) => lines.push(line), ...options });
    databases.push(database);
    return { database, lines };
  }
  async function serverPid(): Promise<number> {
    return (await readPidFile(data()))?.pid ?? 0;
  }

  it('adopts the server of a service that was killed with -9, and stops it later', async () => {
    const killed = service();
    const { url } = await killed.announced;
    await run(url, 'create table kept (n int); insert into kept values (7)');
    const pid = await serverPid();
    await killed.end('SIGKILL');
    expect(await processStart(pid)).toBeDefined();

    const { database, lines } = await start();
    expect(await serverPid()).toBe(pid);
    expect(lines.join()).toContain(`adopted the running embedded PostgreSQL (pid ${pid}`);
    expect(database.url).toBe(url);
    expect(await run(database.url, 'select n from kept')).toEqual([{ n: 7 }]);
    await database.stop();
    expect(await processStart(pid)).toBeUndefined();
  });

  it('replaces the server of a killed service when the settings differ, and keeps the data', async () => {
    const killed = service();
    await run((await killed.announced).url, 'create table kept (n int); insert into kept values (8)');
    const pid = await serverPid();
    await killed.end('SIGKILL');
    const { database } = await start({ settings: { work_mem: '9MB' } });
    expect(await serverPid()).not.toBe(pid);
    expect(await processStart(pid)).toBeUndefined();
    expect(await run(database.url, 'show work_mem')).toEqual([{ work_mem: '9MB' }]);
    expect(await run(database.url, 'select n from kept')).toEqual([{ n: 8 }]);
  });

  it('recovers when service and server were killed with -9 together', async () => {
    const killed = service();
    const { url } = await killed.announced;
    await run(url, 'create table kept as select generate_series(1, 50000) as n');
    const pid = await serverPid();
    await killed.end('SIGKILL');
    process.kill(pid, 'SIGKILL');
    const { database } = await start();
    expect(await run(database.url, 'select count(*)::int as n from kept')).toEqual([{ n: 50000 }]);
    expect(await serverPid()).not.toBe(pid);
  });

  it('waits for the sessions of a killed server to end before it starts a second server', async () => {
    const killed = service();
    const { url } = await killed.announced;
    const session = new pg.Client(url);
    session.on('error', () => undefined);
    await session.connect();
    const busy = session.query(
      'create table kept as select count(*)::int as n from generate_series(1, 3e6::int)',
    );
    busy.catch(() => undefined);
    const pid = await serverPid();
    await killed.end('SIGKILL');
    process.kill(pid, 'SIGKILL');
    const { database } = await start();
    expect(await run(database.url, 'select 1 as up')).toEqual([{ up: 1 }]);
    await session.end().catch(() => undefined);
  });

  it('gives the data directory to exactly one of three services that start together', async () => {
    const racing = [service(), service(), service()];
    const announced = await Promise.all(racing.map((one) => one.announced));
    const winners = announced.filter(({ error }) => error === undefined);
    const losers = announced.filter(({ error }) => error !== undefined);
    expect(winners).toHaveLength(1);
    const winner = racing[announced.indexOf(winners[0]!)]!;
    for (const { error, name } of losers) {
      expect(name).toBe('EmbeddedDatabaseError');
      expect(error).toMatch(new RegExp(`pid ${winner.pid} .*data directory.*PostgreSQL of your own`));
    }
    expect(await run(winners[0]!.url, 'select 1 as up')).toEqual([{ up: 1 }]);
    await winner.end('SIGTERM');
  });

  it('is adopted by exactly one of three services when its own was killed', async () => {
    const killed = service();
    await killed.announced;
    const pid = await serverPid();
    await killed.end('SIGKILL');
    const announced = await Promise.all([service(), service(), service()].map((one) => one.announced));
    expect(announced.filter(({ error }) => error === undefined)).toHaveLength(1);
    expect(await serverPid()).toBe(pid);
  });

  it('repeats initdb when the service was killed during it', async () => {
    const killed = service();
    const home = join(directory, 'postgres');
    await until(async () => (await readdir(home).catch(() => [])).some((name) => name.startsWith('data')));
    await killed.end('SIGKILL');
    const { database } = await start();
    expect(await run(database.url, 'select 1 as up')).toEqual([{ up: 1 }]);
    expect((await readdir(home)).filter((name) => /^data.new|password/.test(name))).toEqual([]);
  });

  it('does not get the signal of Ctrl-C: the service shuts it down', async () => {
    const stopping = service();
    await stopping.announced;
    const postmaster = await findPostmaster(data());
    expect(await session(postmaster?.pid ?? 0)).not.toBe(await session(stopping.pid));
    const gone = new Promise((resolve) => stopping.process.once('exit', resolve));
    process.kill(-stopping.pid, 'SIGINT'); // as a terminal does: to the whole group
    await gone;
    expect(await processStart(postmaster?.pid ?? 0)).toBeUndefined();
    // PostgreSQL's process for logs writes for a moment longer.
    await until(async () => (await serverLog()).includes('database system is shut down'));
    expect((await serverLog()).match(/received .* shutdown request/g)).toEqual([
      'received fast shutdown request',
    ]);
  });

  async function serverLog(): Promise<string> {
    const folder = join(directory, 'postgres/log');
    const files = (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8'));
    return (await Promise.all(files)).join('');
  }

  /** Returns the session of a process; without /proc the pid itself, which leads its session. */
  async function session(pid: number): Promise<string> {
    const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => `${pid} (x) S 0 0 ${pid}`);
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[3] ?? '';
  }

  it('runs for two checkouts at once, each with its own data and port', async () => {
    const neighbour = await makeCheckout(join(root, 'neighbour'));
    const first = service();
    const other = startService(neighbour, { directory: join(neighbour, 'data') });
    services.push(other);
    const [one, two] = [await first.announced, await other.announced];
    expect(two.error).toBeUndefined();
    expect(two.port).not.toBe(one.port);
    await run(one.url, 'create table only_here (n int)');
    expect(await run(two.url, "select to_regclass('only_here') as found")).toEqual([{ found: null }]);
    await other.end('SIGTERM');
    expect(await run(one.url, 'select 1 as up')).toEqual([{ up: 1 }]);
  });
});
