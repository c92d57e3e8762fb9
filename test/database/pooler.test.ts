/**
 * DATABASE_URL leads to PgBouncer in transaction mode, DATABASE_DIRECT_URL to PostgreSQL. PgBouncer is Debian's, 1.18, or the
 * program that the variable PGBOUNCER names. The service prepares statements if PgBouncer carries them over.
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Pool } from 'pg';
import { checkServicePool } from '../../src/platform/database/check-service-pool.js';
import { balanceOf, call, createKey, finished, generate, newCaller } from '../support/client.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import {
  endServices,
  runTool,
  type ServiceProcess,
  spawnService,
  temporaryDirectory,
  until,
} from '../support/service-process.js';
import { DebianPostgres, PgBouncer, pgBouncerPrepares, Place } from './support/debian.js';
import { Load } from './support/load.js';

let place: Place;
let server: DebianPostgres;
let bouncer: PgBouncer;
/** The same, as a version that carries no prepared statements over. */
let unprepared: PgBouncer;
let connectQuery: string;
let env: Record<string, string>;
let services: ServiceProcess[];
let bases: string[];
const others: PgBouncer[] = [];
beforeAll(async () => {
  place = await Place.make();
  server = await DebianPostgres.primary(place);
  // Other defaults than the service needs.
  await server.query(`alter database offprint set DateStyle = 'German, DMY'`);
  await server.query(`alter database offprint set TimeZone = 'Asia/Kathmandu'`);
  await server.query(`alter database offprint set default_transaction_isolation = 'serializable'`);
  // The document's own text: an operator copies it.
  const document = await readFile(join(process.cwd(), 'docs/operating.md'), 'utf8');
  connectQuery = /connect_query='([^\n]+)'/.exec(document)![1]!.replaceAll("''", "'");
  bouncer = await PgBouncer.start(place, server, { connectQuery });
  unprepared = await PgBouncer.start(place, server, { connectQuery, isPreparing: false });
  others.push(unprepared);
  env = {
    DATABASE_URL: bouncer.url,
    DATABASE_DIRECT_URL: server.url,
    DATABASE_POOL_MODE: 'transaction',
    DATABASE_PREPARED: String(await pgBouncerPrepares()),
    DATA_DIR: await temporaryDirectory(),
    SIGNUP_CREDITS: '100000',
  };
  services = [await spawnService(env)];
  services.push(await spawnService(env));
  bases = services.map(({ base }) => base);
});
afterAll(endServices);
afterAll(async () => {
  for (const one of [bouncer, ...others]) await one.kill();
  await server.stop('immediate');
  await place.remove();
});

/** @returns the sentence of a start that must fail. */
async function refusalOf(settings: Record<string, string>): Promise<string> {
  const all = { PATH: process.env.PATH, PORT: '0', JWT_SECRET: 'x'.repeat(40), ...env, ...settings };
  const { code, text } = await new Promise<{ code: unknown; text: string }>((resolve) => {
    const options = { cwd: env.DATA_DIR, env: all, timeout: 90_000 };
    execFile(process.execPath, [join(process.cwd(), 'dist/main.js')], options, (error, out, err) =>
      resolve({ code: error?.code ?? 0, text: `${out}${err}`.trim() }),
    );
  });
  expect(code).toBe(1);
  expect(text.split('\n')).toHaveLength(1);
  expect(text).not.toMatch(/p,w@15|p%2Cw/);
  return text;
}

it('two processes generate, poll, fail, refund and revoke, on sessions with other defaults of the database', async () => {
  const { key, person, record } = await newCaller(bases[0]!);
  const before = await balanceOf(bases[1]!, key);
  const { predictionId } = await generate(bases[0]!, key, { modelKey: 'embedded-fault', mode: 'ok' });
  const done = await finished(bases[1]!, key, predictionId);
  expect(done.status).toBe('completed');
  expect(Math.abs(Date.parse(done.createdAt) - Date.now())).toBeLessThan(600_000);
  const crashed = await generate(bases[1]!, key, { modelKey: 'embedded-fault', mode: 'permanent' });
  expect((await finished(bases[0]!, key, crashed.predictionId)).status).toBe('failed');
  expect(await balanceOf(bases[0]!, key)).toBe(before - 1);
  expect((await call(bases[0]!, 'GET', '/api/generate/history', { token: key })).body.items).toHaveLength(2);
  const revoked = await call(bases[0]!, 'DELETE', `/api/keys/${record.id}`, { token: person.accessToken });
  expect(revoked.status).toBe(200);
  // The other process hears of it on its listening session.
  await until(
    async () => (await call(bases[1]!, 'GET', '/api/credits/balance', { token: key })).status === 401,
  );
});

it('a limit holds exactly over both processes', async () => {
  const { person } = await newCaller(bases[0]!);
  const { key } = await createKey(bases[0]!, person, { rateLimit: 30 });
  const body = { modelKey: 'embedded-fault', mode: 'ok' };
  const answers = await Promise.all(
    Array.from({ length: 80 }, (_, at) =>
      call(bases[at % 2]!, 'POST', '/api/generate', { token: key, body }),
    ),
  );
  const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
  expect([count(201), count(429)]).toEqual([30, 50]);
});

it('PgBouncer is killed and started again under load: 503 only, and no accepted prediction is lost', async () => {
  const { key } = await newCaller(bases[0]!);
  const load = new Load(bases, key, 4);
  await until(() => load.accepted.length >= 20);
  await bouncer.kill();
  await until(() => (load.statuses.get(503) ?? 0) >= 4);
  await bouncer.run();
  const before = load.accepted.length;
  await until(() => load.accepted.length >= before + 20);
  await load.end();
  expect([...load.statuses.keys()].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
  for (const id of load.accepted)
    expect((await finished(bases[0]!, key, id)).status).toMatch(/completed|failed/);
  const counts = [...load.statuses].map(([status, times]) => `${times} × ${status}`).join(', ');
  console.log(`PgBouncer restarted: ${counts}; ${await expectSoundLedger(server.url)}`);
});

/** Sessions of the service's database behind the pooler, found by the settings and locks that they have kept. */
const sessionsLeft = async () => {
  const pooled = new Pool({ connectionString: bouncer.url, max: 8 });
  pooled.on('error', () => undefined);
  const clients = await Promise.all(Array.from({ length: 8 }, () => pooled.connect()));
  try {
    await Promise.all(clients.map((client) => client.query('begin')));
    const answers = await Promise.all(
      clients.map((client) =>
        client.query<{ settings: string; locks: string }>(
          `select current_setting('statement_timeout') || ' ' || current_setting('enable_seqscan') || ' '
             || current_setting('plan_cache_mode') as settings,
             (select count(*) from pg_locks where pid = pg_backend_pid() and locktype = 'advisory') as locks`,
        ),
      ),
    );
    await Promise.all(clients.map((client) => client.query('rollback')));
    return answers.map(({ rows: [row] }) => `${row!.settings} ${row!.locks}`);
  } finally {
    for (const client of clients) client.release(true);
    await pooled.end();
  }
};

/** Changes a setting in each session of the pooler, as a program does that does not know of it. */
async function spoilSessions(): Promise<void> {
  const pool = new Pool({ connectionString: bouncer.url, max: 8 });
  pool.on('error', () => undefined);
  const clients = await Promise.all(Array.from({ length: 8 }, () => pool.connect()));
  for (const text of ['begin', `set statement_timeout = '60s'`, 'commit'])
    await Promise.all(clients.map((client) => client.query(text)));
  for (const client of clients) client.release(true);
  await pool.end();
}

const CLEAN = '2s off force_generic_plan 0';

it('commands and verifications leave nothing in the sessions of the pooler, beside load', async () => {
  const { key, person } = await newCaller(bases[0]!);
  await server.query(`update users set role = 'admin' where email = '${person.email}'`);
  const path = '/api/admin/ledger/verification';
  const load = new Load(bases, key, 4);
  try {
    await until(() => load.accepted.length >= 4);
    for (let time = 0; time < 10; time += 1)
      expect(await runTool(['ledger', 'verify'], env)).toMatchObject({ code: 0 });
    const { status } = await call(bases[0]!, 'POST', path, { token: person.accessToken });
    expect(status).toBe(202);
    await until(async () => {
      const { body } = await call(bases[0]!, 'GET', path, { token: person.accessToken });
      return body.verification?.state === 'done';
    });
  } finally {
    await load.end();
  }
  expect([...load.statuses.keys()].filter((status) => ![200, 201].includes(status))).toEqual([]);
  expect(new Set(await sessionsLeft())).toEqual(new Set([CLEAN]));
});

it('a session of the pooler with other settings is closed: a start goes on, and callers get no 500', async () => {
  const { key } = await newCaller(bases[0]!);
  await spoilSessions();
  const started = await spawnService(env);
  services.push(started);
  await spoilSessions();
  // Its pool has few connections yet, and opens more under load.
  const load = new Load([started.base], key, 8);
  try {
    await until(() => load.accepted.length >= 20);
  } finally {
    await load.end();
  }
  expect([...load.statuses.keys()].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
});

describe('a start is rejected with one sentence', () => {
  it('without the mode: the connections share sessions', async () => {
    expect(await refusalOf({ DATABASE_POOL_MODE: 'session' })).toMatch(
      /^DATABASE_URL leads to a pooler in transaction or statement mode.*DATABASE_POOL_MODE=transaction\.$/,
    );
    expect(await refusalOf({ DATABASE_POOL_MODE: 'session', DATABASE_DIRECT_URL: '' })).toMatch(
      /^DATABASE_URL leads to a pooler in transaction or statement mode.*DATABASE_DIRECT_URL/,
    );
  });

  it('when the direct address leads to the pooler', async () => {
    expect(await refusalOf({ DATABASE_DIRECT_URL: bouncer.url })).toMatch(
      /^DATABASE_DIRECT_URL leads to a pooler in transaction or statement mode/,
    );
  });

  it('with prepared statements: the pooler does not support them', async () => {
    expect(await refusalOf({ DATABASE_URL: unprepared.url, DATABASE_PREPARED: 'true' })).toMatch(
      /^The pooler .*set DATABASE_PREPARED=false/,
    );
  });

  it('with prepared statements, while other clients of the pooler are busy', async () => {
    const busy = new Pool({ connectionString: unprepared.url, max: 5 });
    let isOver = false;
    const work = Array.from({ length: 5 }, async () => {
      while (!isOver) await busy.query('select pg_sleep(0.0005)');
    });
    const route = { isTransactionPooled: true, isPrepared: true };
    try {
      for (let start = 0; start < 40; start += 1)
        await expect(checkServicePool(unprepared.url, server.url, route)).rejects.toThrow(
          /DATABASE_PREPARED=false/,
        );
    } finally {
      isOver = true;
      await Promise.all(work);
      await busy.end();
    }
  });

  it('when the sessions of the pooler have other settings', async () => {
    const plain = await PgBouncer.start(place, server);
    others.push(plain);
    expect(await refusalOf({ DATABASE_URL: plain.url })).toMatch(
      /^The sessions behind DATABASE_URL have \w+ = '.*' and the service needs '.*': set connect_query/,
    );
  });

  it('when the two addresses lead to different databases', async () => {
    await server.query('create database another owner offprint', 'postgres');
    const another = server.url.replace(/\/offprint$/, '/another');
    expect(await refusalOf({ DATABASE_DIRECT_URL: another })).toMatch(
      /^DATABASE_URL and DATABASE_DIRECT_URL lead to different databases/,
    );
  });
});
