/** Limits of sign-in and registration hold over two processes on one database. */
import { AttemptLimitsSweeper, MAX_ROWS } from '../../src/admission/attempt-limits.sweeper.js';
import { AttemptLimits } from '../../src/admission/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, type Json, type Person, register } from '../support/client.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { endServices, type ServiceProcess, spawnService } from '../support/service-process.js';

let database: TestDatabase;
let services: ServiceProcess[];
beforeAll(async () => {
  database = await createDatabase();
  // The proxy's header gives every caller an address of its own.
  const env = { DATABASE_URL: database.url, TRUST_PROXY: 'true' };
  const first = await spawnService(env);
  services = [first, await spawnService({ ...env, DATA_DIR: first.directory })];
});
afterAll(async () => {
  await endServices();
  await database.drop();
});

const post = (index: number, path: string, address: string, body: object, cookie?: string) =>
  call(services[index % 2]!.base, 'POST', path, {
    body,
    headers: { 'x-forwarded-for': address, ...(cookie ? { cookie } : {}) },
  });
const login = (index: number, person: Person, password: string, address: string, cookie?: string) =>
  post(index, '/api/auth/login', address, { email: person.email, password }, cookie);

/** Sends the same request sequentially, alternating between the two processes. @returns the statuses */
async function byTurns(count: number, send: (index: number) => Promise<Json>): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < count; index++) statuses.push((await send(index)).status);
  return statuses;
}

it.each(['login', 'register'])(
  'an address has 100 requests a minute to %s; another address is counted separately',
  async (route) => {
    const ask = (index: number, address = '192.0.2.1') => post(index, `/api/auth/${route}`, address, {});
    expect(await byTurns(100, ask)).toEqual(Array(100).fill(400));
    for (const index of [0, 1]) {
      const refused = await ask(index);
      expect(refused.status).toBe(429);
      expect(refused.body).toEqual({ statusCode: 429, message: 'Too many attempts. Try again later.' });
      expect(refused.headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/);
      expect(refused.headers.get('x-ratelimit-limit')).toBeNull();
      expect((await ask(index, '192.0.2.2')).status).toBe(400);
    }
  },
);

it('100 concurrent requests at both processes are counted exactly', async () => {
  const answers = await Promise.all(
    Array.from({ length: 130 }, (_, index) => post(index, '/api/auth/login', '192.0.2.3', {})),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 400)).toHaveLength(100);
  expect(statuses.filter((status) => status === 429)).toHaveLength(30);
});

it('an email has at most 10 registration attempts a minute', async () => {
  const body = { email: 'many-times@example.test', password: 'a password that is long' };
  const ask = (index: number) => post(index, '/api/auth/register', `198.51.100.${index + 1}`, body);
  expect(await byTurns(11, ask)).toEqual([201, ...Array(9).fill(409), 429]);
});

it('an address, with its whole /64, has 10 wrong passwords for one email; other addresses can sign in', async () => {
  const person = await register(services[0]!.base);
  expect(await byTurns(10, (index) => login(index, person, 'wrong', `2001:db8::${index + 1}`))).toEqual(
    Array(10).fill(401),
  );
  const right = (address: string) => byTurns(2, (index) => login(index, person, person.password, address));
  expect(await right('2001:db8::ffff')).toEqual([429, 429]);
  expect(await right('192.0.2.9')).toEqual([200, 200]);
});

it('a known browser has 10 wrong passwords an hour, and counts as unknown afterwards', async () => {
  const person = await register(services[0]!.base);
  const { headers } = await login(0, person, person.password, '192.0.2.20');
  const cookie = headers
    .getSetCookie()
    .map((text: string) => text.split(';')[0])
    .join('; ');
  const guess = (index: number) => login(index, person, 'wrong', '192.0.2.21', cookie);
  expect(await byTurns(20, guess)).toEqual(Array(20).fill(401));
  expect((await login(0, person, person.password, '192.0.2.21', cookie)).status).toBe(429);
  expect((await login(1, person, person.password, '192.0.2.22')).status).toBe(200);
});

it('a signed-in user has 10 wrong current passwords an hour', async () => {
  const { accessToken, password } = await register(services[0]!.base);
  const change = (index: number, current: string) =>
    call(services[index % 2]!.base, 'POST', '/api/auth/password', {
      token: accessToken,
      body: { current, next: 'another long password' },
    });
  expect(await byTurns(10, (index) => change(index, 'wrong'))).toEqual(Array(10).fill(401));
  expect(await byTurns(2, (index) => change(index, password))).toEqual([429, 429]);
});

it('40 wrong passwords at once at both processes are compared 10 times, also current ones', async () => {
  const person = await register(services[0]!.base);
  const atOnce = async (send: (index: number) => Promise<Json>) => {
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => send(index)));
    return answers.filter(({ status }) => status === 401).length;
  };
  expect(await atOnce((index) => login(index, person, 'wrong', '192.0.2.30'))).toBe(10);
  const body = { current: 'wrong', next: 'another long password' };
  const token = person.accessToken;
  expect(
    await atOnce((index) => call(services[index % 2]!.base, 'POST', '/api/auth/password', { token, body })),
  ).toBe(10);
  // Another address is not locked out.
  expect((await login(0, person, person.password, '192.0.2.31')).status).toBe(200);
});

it('20 right passwords at once do not use up the limit', async () => {
  const person = await register(services[0]!.base);
  const statuses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => login(index, person, person.password, '192.0.2.32')),
  );
  expect(statuses.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(await byTurns(11, (index) => login(index, person, 'wrong', '192.0.2.32'))).toEqual([
    ...Array(10).fill(401),
    429,
  ]);
});

describe('the rows', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const LIMIT = { name: 'trial', limit: 3, windowMs: 60_000 };
  const limits = () => app.app.get(AttemptLimits, { strict: false });
  const rows = async () =>
    (await app.database.query<{ rows: number }>('select count(*)::int as rows from attempt_windows'))[0]!
      .rows;

  it('contain no email and no address', async () => {
    await limits().count(LIMIT, 'ada@example.test');
    const [row] = await app.database.query<{ text: string }>('select w::text as text from attempt_windows w');
    expect(row!.text).not.toContain('ada');
  });

  it('count exactly, and allow another attempt when the oldest has left the window', async () => {
    const counts = [];
    for (let i = 0; i < 4; i++) counts.push(await limits().count(LIMIT, 'one'));
    expect(counts.map(({ used }) => used)).toEqual([1, 2, 3, 3]);
    expect(counts.slice(0, 3).map(({ retryAfterSeconds }) => retryAfterSeconds)).toEqual([0, 0, 0]);
    expect(counts[3]!.retryAfterSeconds).toBeGreaterThan(0);
    await app.database.query(
      `update attempt_windows set attempts[1] = attempts[1] - interval '1 minute' where cardinality(attempts) = 3`,
    );
    // At another process: this one caches that the window is full.
    const other = await startApp({}, app.database);
    try {
      const otherLimits = other.app.get(AttemptLimits, { strict: false });
      expect(await otherLimits.retryAfterSeconds(LIMIT, 'one')).toBe(0);
      expect(await otherLimits.count(LIMIT, 'one')).toEqual({ used: 3, retryAfterSeconds: 0 });
      expect(await otherLimits.retryAfterSeconds(LIMIT, 'one')).toBeGreaterThan(0);
    } finally {
      await other.close();
    }
  });

  it('take back the attempt that was counted, and no other', async () => {
    const [first, second] = [await limits().reserve(LIMIT, 'back'), await limits().reserve(LIMIT, 'back')];
    expect((await limits().count(LIMIT, 'back')).used).toBe(3);
    const timesOf = async () => {
      const [row] = await app.database.query<{ attempts: string[] }>(
        'select attempts::text[] as attempts from attempt_windows order by expires_at desc limit 1',
      );
      return row!.attempts;
    };
    const [before, rejected] = [await timesOf(), await limits().reserve(LIMIT, 'back')];
    expect(rejected.retryAfterSeconds).toBeGreaterThan(0);
    await rejected.giveBack();
    expect(await timesOf()).toEqual(before);
    await second.giveBack();
    expect(await timesOf()).toEqual([before[0], before[2]]);
    await first.giveBack();
    expect(await timesOf()).toEqual([before[2]]);
    expect(await limits().retryAfterSeconds(LIMIT, 'back')).toBe(0);
  });

  it('written by a clock that was ahead block a subject for one window at most', async () => {
    for (let i = 0; i < 3; i++) await limits().count(LIMIT, 'ahead');
    await app.database.query(
      `update attempt_windows set attempts = array(select a + interval '1 hour' from unnest(attempts) a)`,
    );
    const { retryAfterSeconds } = await limits().count(LIMIT, 'ahead');
    expect(retryAfterSeconds).toBeGreaterThan(0);
    expect(retryAfterSeconds).toBeLessThanOrEqual(60);
  });

  it('are deleted when their window has ended; above 100,000 rows those that end first are deleted', async () => {
    const sweeper = app.app.get(AttemptLimitsSweeper, { strict: false });
    await app.database.query(
      `update attempt_windows set expires_at = clock_timestamp() - interval '1 second'`,
    );
    await limits().count(LIMIT, 'alive');
    await sweeper.round();
    expect(await rows()).toBe(1);
    await app.database.query(
      `insert into attempt_windows (key, attempts, expires_at)
       select sha256(i::text::bytea), '{}', clock_timestamp() + interval '1 hour' + i * interval '1 second'
       from generate_series(1, $1::int) i`,
      [MAX_ROWS],
    );
    await sweeper.round();
    expect(await rows()).toBe(MAX_ROWS);
    expect(await limits().count(LIMIT, 'alive')).toEqual({ used: 1, retryAfterSeconds: 0 });
  });
});
