/** Both limits are exact, in one process and over two, and a rejection by one does not use the other. */
import { startApp, type TestApp } from '../support/app.js';
import { type Answer, call, createKey, newCaller } from '../support/client.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { uuidOf } from '../support/public-ids.js';
import { expectBudget, expectTooMany } from '../support/refusals.js';
import { endServices, spawnService } from '../support/service-process.js';

const ask = (base: string, token: string) => call(base, 'GET', '/api/credits/balance', { token });
const admitted = (answers: Answer[]) => answers.filter(({ status }) => status === 200).length;
const refusedBy = (answers: Answer[], scope: 'key' | 'platform') =>
  answers.filter(({ status, headers }) => status === 429 && headers.get('x-ratelimit-scope') === scope);
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** Returns the stored use of a budget. @param subject `platform`, or the id of a key record. */
async function consumed(database: TestDatabase, subject: string): Promise<number> {
  const [row] = await database.query<{ used: string }>(
    'select (select sum(n) from unnest(buckets) n) as used from budgets where subject = $1',
    [subject.startsWith('key_') ? `key:${uuidOf(subject)}` : subject],
  );
  return Number(row!.used);
}

afterAll(endServices);

describe('one process, the default limits (120 for a key, 300 for the platform)', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ PLATFORM_RATE_LIMIT: '300' });
  });
  afterAll(() => app.close());

  it('the key’s limit rejects its 121st request, the platform’s the 301st of all keys, each without using the other', async () => {
    const narrow = await newCaller(app.base, { rateLimit: undefined });
    const wide = await newCaller(app.base, { rateLimit: 6000 });
    expect(narrow.record.rateLimit).toBe(120);

    const first = await ask(app.base, narrow.key);
    expectBudget(first, 120, 119);
    const others = await times(119, () => ask(app.base, narrow.key));
    expect(admitted([first, ...others])).toBe(120);
    expectTooMany(await ask(app.base, narrow.key), 'key', 120);
    expect(await consumed(app.database, 'platform')).toBe(120);

    // If the rejected request had used the platform limit, the 180th of these would be rejected.
    const rest = await times(180, () => ask(app.base, wide.key));
    expect(admitted(rest)).toBe(180);
    expectTooMany(await ask(app.base, wide.key), 'platform', 300);
    expect(await consumed(app.database, wide.record.id)).toBe(180);
    expect(await consumed(app.database, narrow.record.id)).toBe(120);
    expect(await consumed(app.database, 'platform')).toBe(300);
    console.log(
      '121 requests of a key with a limit of 120: admitted 120, refused 1 (key); 301 of all: admitted 300, refused 1 (platform)',
    );
  });

  it('a request rejected for its scope uses neither limit', async () => {
    const { record, key } = await newCaller(app.base, { scopes: ['read'] });
    expect((await ask(app.base, key)).status).toBe(403);
    expect(await consumed(app.database, record.id)).toBe(0);
    expect(await consumed(app.database, 'platform')).toBe(300);
  });
});

describe('two processes on one database', () => {
  let database: TestDatabase;
  let bases: string[];
  beforeAll(async () => {
    database = await createDatabase();
    const env = { DATABASE_URL: database.url, PLATFORM_RATE_LIMIT: '300' };
    bases = (await Promise.all([spawnService(env), spawnService(env)])).map(({ base }) => base);
  });
  afterAll(() => database.drop());

  it('160 concurrent requests of a key with a limit of 120 and 400 of one with 6000: never more than 120 and 300 admitted', async () => {
    const { person, key: wide, record: wideRecord } = await newCaller(bases[0]!);
    const narrow = await createKey(bases[1]!, person, { rateLimit: 120 });
    const [ofNarrow, ofWide] = await Promise.all([
      times(160, (index) => ask(bases[index % 2]!, narrow.key)),
      times(400, (index) => ask(bases[index % 2]!, wide)),
    ]);
    const all = [...ofNarrow, ...ofWide];
    const [byKey, byPlatform] = [refusedBy(all, 'key'), refusedBy(all, 'platform')];
    console.log(
      `560 requests over 2 processes: admitted ${admitted(all)} (${admitted(ofNarrow)} of the key with 120), refused ${byKey.length} by the key, ${byPlatform.length} by the platform`,
    );
    expect(admitted(all)).toBe(300);
    expect(admitted(ofNarrow)).toBeLessThanOrEqual(120);
    expect(byKey.length + byPlatform.length).toBe(260);
    for (const answer of byKey) expectTooMany(answer, 'key', 120);
    for (const answer of byPlatform) expectTooMany(answer, 'platform', 300);
    expect(await consumed(database, narrow.id)).toBe(admitted(ofNarrow));
    expect(await consumed(database, wideRecord.id)).toBe(admitted(ofWide));
    expect(await consumed(database, 'platform')).toBe(300);
  });
});
