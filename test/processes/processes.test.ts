/** PROCESSES: one start, one port, several processes. What an operator sees when they die, are replaced or stopped. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { alive, descendantsOf, membersOf } from '../../prove/harness/cluster/process-list.mjs';
import { MigrationDataSource } from '../../src/platform/database/migrate.js';
import { call, finished, generate, newCaller } from '../support/client.js';
import { createDatabase } from '../support/database.js';
import { type EmbeddedDatabase, startPostgres } from '../support/postgres.js';
import {
  endServices,
  type ServiceProcess,
  spawnService,
  temporaryDirectory,
  until,
} from '../support/service-process.js';

afterAll(endServices);

const isReady = async ({ base }: ServiceProcess) =>
  (await call(base, 'GET', '/health/ready').catch(() => null))?.status === 200;

/** Waits until every name has another pid than before, and only one. */
const replaced = (service: ServiceProcess, before: Record<string, number>) =>
  until(() => {
    const now = membersOf(service.pid);
    const areNew = Object.keys(before).every((name) => now[name] && now[name] !== before[name]);
    return areNew && alive(Object.values(before)).length === 0 ? now : null;
  });

/** Returns the sum of all requests that were answered, as /metrics has it. */
async function requestsCounted({ base }: ServiceProcess): Promise<number> {
  const { text } = await call(base, 'GET', '/metrics');
  const counts = text.match(/^offprint_http_request_duration_seconds_count\{.*\} \d+$/gm) ?? [];
  return counts.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

describe('three processes with a database of their own', () => {
  let service: ServiceProcess;
  beforeAll(async () => {
    service = await spawnService({ PROCESSES: '3', LOG_LEVEL: 'info' });
  });

  it('serves, works, logs one line of JSON per entry, and sums the metrics', async () => {
    expect(Object.keys(membersOf(service.pid)).sort()).toEqual(['api-1', 'api-2', 'worker-1']);
    const { key } = await newCaller(service.base);
    const { predictionId } = await generate(service.base, key, { modelKey: 'embedded-fault', mode: 'ok' });
    expect((await finished(service.base, key, predictionId as string)).status).toBe('completed');
    const before = await requestsCounted(service);
    const polls = Array.from({ length: 40 }, () =>
      call(service.base, 'GET', `/api/generate/status/${predictionId}`, { token: key }),
    );
    expect(new Set((await Promise.all(polls)).map(({ status }) => status))).toEqual(new Set([200]));
    // The first scrape counts in the second.
    expect(await requestsCounted(service)).toBe(before + 41);
    const { text } = await call(service.base, 'GET', '/metrics');
    expect(text).toMatch(/^offprint_predictions_settled_total\{provider="fault",status="completed".*\} 1$/m);
    expect(text).toMatch(/^offprint_database_connections_max 30$/m);
    expect(text).toMatch(/^offprint_database_up 1$/m);
    expect(text).toMatch(/^offprint_circuit_state\{provider="fault"\} 0$/m);
    const lines = service.log().trim().split('\n');
    const others = lines.filter((line) => !line.startsWith('{'));
    expect(others).toEqual([expect.stringContaining(`Offprint is ready at ${service.base}`)]);
    lines.filter((line) => line.startsWith('{')).forEach((line) => void JSON.parse(line));
  });

  it('starts a killed process again; the sums do not fall', async () => {
    const before = membersOf(service.pid);
    const counted = await requestsCounted(service);
    process.kill(before['api-1']!, 'SIGKILL');
    process.kill(before['worker-1']!, 'SIGKILL');
    await until(() => {
      const { 'api-1': api, 'worker-1': worker } = membersOf(service.pid);
      return api && worker && api !== before['api-1'] && worker !== before['worker-1'];
    });
    await until(() => isReady(service));
    expect(await requestsCounted(service)).toBeGreaterThanOrEqual(counted);
    const { key } = await newCaller(service.base);
    const { predictionId } = await generate(service.base, key, { modelKey: 'embedded-fault', mode: 'ok' });
    expect((await finished(service.base, key, predictionId as string)).status).toBe('completed');
  });

  it('SIGHUP replaces every process, and the port answers all the time', async () => {
    const before = membersOf(service.pid);
    let isOver = false;
    const statuses = new Set<number>();
    const sums: number[] = [];
    const asking = (async () => {
      while (!isOver) {
        statuses.add((await call(service.base, 'GET', '/health/live')).status);
        sums.push(await requestsCounted(service));
      }
    })();
    service.signal('SIGHUP');
    await replaced(service, before);
    isOver = true;
    await asking;
    expect([...statuses]).toEqual([200]);
    expect(sums).toEqual(sums.toSorted((one, other) => one - other));
    expect(service.isRunning()).toBe(true);
  });

  it('SIGTERM ends all processes and then the database', async () => {
    const all = descendantsOf(service.pid);
    const { code, ms } = await service.end('SIGTERM');
    expect(code).toBe(0);
    expect(ms).toBeLessThan(10_000);
    expect(alive(all)).toEqual([]);
  });
});

describe('on a server of 40 connections', () => {
  let directory: string;
  let server: EmbeddedDatabase;
  const start = (port?: number) =>
    startPostgres({ directory, database: 'forty', settings: { max_connections: '40' }, port });
  beforeAll(async () => {
    directory = await temporaryDirectory();
    server = await start();
  });
  afterAll(() => server.stop());

  it('three processes serve, are replaced one after the other, and recover from its restart', async () => {
    const service = await spawnService({ PROCESSES: '3', DATABASE_URL: server.url, LOG_LEVEL: 'info' });
    const { key } = await newCaller(service.base);
    const before = membersOf(service.pid);
    let isOver = false;
    const statuses = new Set<number>();
    const asking = (async () => {
      while (!isOver) statuses.add((await call(service.base, 'GET', '/health/live')).status);
    })();
    service.signal('SIGHUP');
    await until(() => service.log().includes('every process was replaced'));
    isOver = true;
    await asking;
    expect([...statuses]).toEqual([200]);
    expect(service.log()).toContain('each one ends before the next starts');
    await replaced(service, before);
    await server.stop();
    server = await start(server.port);
    await until(() => isReady(service));
    const { predictionId } = await generate(service.base, key, { modelKey: 'embedded-fault', mode: 'ok' });
    expect((await finished(service.base, key, predictionId as string)).status).toBe('completed');
    expect(service.log()).not.toMatch(/too many|remaining connection slots/);
    expect((await service.end('SIGTERM')).code).toBe(0);
  });

  it('four are refused in one sentence', async () => {
    await expect(spawnService({ PROCESSES: '4', DATABASE_URL: server.url })).rejects.toThrow(
      /^the service ended before it was ready:\nPostgreSQL bears 37 connections of this service, and a service of 4 processes needs 48: raise max_connections [^\n]+\.\n$/,
    );
  });
});

it('SIGHUP migrates before the first process is replaced: the release on disk may be newer', async () => {
  const database = await createDatabase();
  const service = await spawnService({ PROCESSES: '2', DATABASE_URL: database.url, LOG_LEVEL: 'info' });
  const applied = () => database.query('select name from migrations order by id');
  const before = await applied();
  const older = await new MigrationDataSource(database.url).initialize();
  await older.undoLastMigration();
  await older.destroy();
  expect(await applied()).toHaveLength(before.length - 1);
  service.signal('SIGHUP');
  await until(() => service.log().includes('every process was replaced'));
  expect(await applied()).toEqual(before);
  const { name } = before.at(-1)!;
  const said = service.log().match(/the schema was brought up to date: 1 migration, [^"]*/g);
  expect(said).toEqual([`the schema was brought up to date: 1 migration, the last is ${String(name)}`]);
  expect((await service.end('SIGTERM')).code).toBe(0);
  await database.drop();
});

it('a killed supervisor leaves no process; the next start continues with its database', async () => {
  const directory = await temporaryDirectory();
  const killed = await spawnService({ PROCESSES: '2', DATA_DIR: directory });
  const { key } = await newCaller(killed.base);
  const members = Object.values(membersOf(killed.pid));
  expect(members).toHaveLength(2);
  await killed.end('SIGKILL');
  await until(() => alive(members).length === 0);
  const next = await spawnService({ PROCESSES: '2', DATA_DIR: directory });
  await generate(next.base, key, { modelKey: 'embedded-fault', mode: 'ok' });
  expect((await next.end('SIGTERM')).code).toBe(0);
});

it('gives up in one sentence when a process ends again and again', async () => {
  const directory = await temporaryDirectory();
  const [plugin, flag] = [join(directory, 'dies.mjs'), join(directory, 'flag')];
  await writeFile(
    plugin,
    `import { existsSync } from 'node:fs';
     const die = () => existsSync(${JSON.stringify(flag)}) && process.exit(7);
     if (process.env.ROLES === 'worker') setInterval(die, 50).unref(), die();
     export default { name: 'dies' };`,
  );
  const service = await spawnService({ PROCESSES: '2', DATA_DIR: directory, PLUGINS: plugin });
  const all = descendantsOf(service.pid);
  await writeFile(flag, '');
  await until(() => !service.isRunning());
  expect(service.log().trim().split('\n').at(-1)).toBe(
    'The process worker-1 ended 6 times in a row soon after its start, the last time with exit code 7: the whole service stops; the lines above may say why.',
  );
  expect(alive(all)).toEqual([]);
  // Seven starts, one after the other: each may take ten seconds on a busy machine.
}, 180_000);

it('says once why it cannot start', async () => {
  const taken = await spawnService();
  const port = new URL(taken.base).port;
  await expect(spawnService({ PROCESSES: '3', PORT: port })).rejects.toThrow(
    new RegExp(
      `ended before it was ready:\\n(?:\\{[^\\n]*\\n)+Port ${port} of 127.0.0.1 is in use by another program. Set PORT to a free one.\\napi-1 ended before it was ready \\(exit code 1\\): the reason is above.\\n$`,
    ),
  );
  await taken.end('SIGTERM');
});
