/** GET /api/dashboard/overview: the state of an account; reading it counts against no limit. */
import { COUNTED_SECONDS, WINDOW_SECONDS } from '../../src/platform/limits/index.js';
import { startApp, type TestApp } from '../support/app.js';
import {
  balanceOf,
  call,
  createKey,
  finished,
  generate,
  type Json,
  newCaller,
  type Person,
  register,
} from '../support/client.js';
import { itRequiresUserToken, SUM_UP_ANEW } from '../support/dashboard.js';
import { uuidOf } from '../support/public-ids.js';
import { fieldsOf, refusal, TIME } from '../support/refusals.js';

const FAULT = { modelKey: 'embedded-fault', mode: 'ok' };
let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const ask = (token: string | undefined, query = '') =>
  call(app.base, 'GET', `/api/dashboard/overview${query}`, { token });
const read = async ({ accessToken }: Person, query = '') => (await ask(accessToken, query)).body;
const run = async (key: string, mode: string): Promise<string> => {
  const { predictionId } = await generate(app.base, key, { ...FAULT, mode });
  await finished(app.base, key, predictionId);
  return predictionId as string;
};
/** Moves a prediction to another time. */
const moveTo = async (predictionId: string, instant: string) => {
  await app.database.query(
    'update predictions set created_at = $2::timestamptz, started_at = $2::timestamptz where id = $1',
    [uuidOf(predictionId), instant],
  );
  await app.database.query(SUM_UP_ANEW);
};

describe('200', () => {
  it('a new account has its grant, thirty empty days, and open first steps', async () => {
    const person = await register(app.base);
    const answer = await ask(person.accessToken);
    expect(answer.status).toBe(200);
    const { days, ...rest } = answer.body;
    expect(rest).toEqual({
      success: true,
      balance: 1000,
      held: 0,
      owed: 0,
      plan: expect.any(String),
      updatedAt: TIME,
      alertBelow: null,
      isLow: false,
      timeZone: 'UTC',
      predictions: { processing: 0, completed: 0, failed: 0 },
      limits: {
        windowSeconds: WINDOW_SECONDS,
        platform: { limit: 1_000_000, used: 0, countedOver: 'platform' },
        dashboard: { limit: 120, used: 0 },
        keys: [],
      },
      latest: [],
      firstSteps: { hasKey: false, hasPrediction: false },
    });
    expect(days).toHaveLength(30);
    expect(days.at(-1)).toEqual({
      date: new Date().toISOString().slice(0, 10),
      charged: 0,
      refunded: 0,
      spent: 0,
      predictions: 0,
    });
  });

  it('counts predictions by state, and charged, refunded and spent credits by day', async () => {
    const { person, key } = await newCaller(app.base);
    await run(key, 'ok');
    await run(key, 'permanent');
    await generate(app.base, key, { ...FAULT, mode: 'hang' });
    const body = await read(person);
    expect(body.predictions).toEqual({ processing: 1, completed: 1, failed: 1 });
    expect(body).toMatchObject({ balance: 998, held: 1, firstSteps: { hasKey: true, hasPrediction: true } });
    const days = body.days as Json[];
    const total = (name: string) => days.reduce((sum, day) => sum + (day[name] as number), 0);
    expect([total('charged'), total('refunded'), total('spent'), total('predictions')]).toEqual([3, 1, 2, 3]);
    const { accessToken: token } = person;
    const { body: listed } = await call(app.base, 'GET', '/api/dashboard/predictions?status=processing', {
      token,
    });
    await call(app.base, 'POST', `/api/dashboard/predictions/${listed.items[0].predictionId}/cancel`, {
      token,
    });
  });

  it('uses days of the caller’s time zone, and excludes more than thirty days ago', async () => {
    const { person, key } = await newCaller(app.base);
    const [late, old] = [await run(key, 'ok'), await run(key, 'ok')];
    const noon = new Date();
    noon.setUTCHours(12, 0, 0, 0);
    const before = (days: number, time: string) =>
      `${new Date(noon.getTime() - days * 86_400_000).toISOString().slice(0, 10)}T${time}Z`;
    // Ten in the evening in London is past midnight in Kolkata.
    await moveTo(late, before(3, '22:00:00'));
    await moveTo(old, before(32, '12:00:00'));
    const dayOf = async (zone: string) => {
      const { days } = await read(person, `?timeZone=${encodeURIComponent(zone)}`);
      return (days as Json[]).filter(({ predictions }) => predictions > 0).map(({ date }) => date as string);
    };
    expect(await dayOf('UTC')).toEqual([before(3, '').slice(0, 10)]);
    expect(await dayOf('Asia/Kolkata')).toEqual([before(2, '').slice(0, 10)]);
    expect(await dayOf('America/Los_Angeles')).toEqual([before(3, '').slice(0, 10)]);
    const { predictions } = await read(person);
    expect(predictions).toEqual({ processing: 0, completed: 1, failed: 0 });
  });

  it('shows the use of each key’s limit and of the dashboard’s; reading uses nothing', async () => {
    const { person, key, record } = await newCaller(app.base, { name: 'busy', rateLimit: 50 });
    const idle = await createKey(app.base, person, { name: 'idle', rateLimit: 20 });
    const revoked = await createKey(app.base, person, { name: 'gone' });
    await balanceOf(app.base, revoked.key);
    await call(app.base, 'DELETE', `/api/keys/${revoked.id}`, { token: person.accessToken });
    for (let i = 0; i < 3; i += 1) await balanceOf(app.base, key);
    const body = { ...FAULT, mode: 'permanent' };
    await call(app.base, 'POST', '/api/dashboard/predictions', { token: person.accessToken, body });
    const expected = {
      windowSeconds: WINDOW_SECONDS,
      // A revoked key is not shown; its requests still count.
      platform: { limit: 1_000_000, used: 5, countedOver: 'platform' },
      dashboard: { limit: 120, used: 1 },
      keys: [
        { id: record.id, name: 'busy', masked: record.masked, limit: 50, used: 3 },
        { id: idle.id, name: 'idle', masked: idle.masked, limit: 20, used: 0 },
      ],
    };
    for (let i = 0; i < 3; i += 1) expect((await read(person)).limits).toEqual(expected);
  });

  it('does not show other accounts’ use of the platform limit', async () => {
    const other = await newCaller(app.base);
    for (let i = 0; i < 5; i += 1) await balanceOf(app.base, other.key);
    expect((await read(await register(app.base))).limits.platform.used).toBe(0);
  });

  it('requests of more than a window ago do not count', async () => {
    const { person, key, record } = await newCaller(app.base);
    for (let i = 0; i < 3; i += 1) await balanceOf(app.base, key);
    await app.database.query('update budgets set head = head - $2 where subject = $1', [
      `key:${uuidOf(record.id)}`,
      COUNTED_SECONDS,
    ]);
    expect((await read(person)).limits).toMatchObject({ platform: { used: 0 }, keys: [{ used: 0 }] });
  });

  it('returns the latest eight completed predictions of the account, with thumbnails', async () => {
    const { person, key } = await newCaller(app.base);
    await run(key, 'permanent');
    const done: string[] = [];
    for (let i = 0; i < 9; i += 1) done.unshift(await run(key, 'ok'));
    const { latest } = await read(person);
    expect(latest.map(({ predictionId }: Json) => predictionId)).toEqual(done.slice(0, 8));
    for (const { thumbnailUrl } of latest) expect((await fetch(thumbnailUrl)).status).toBe(200);
    expect((await read(await register(app.base))).latest).toEqual([]);
  });
});

describe('400', () => {
  it.each([
    'timeZone=Mars/Olympus',
    'timeZone=',
    'timeZone=%2B01:00',
    "timeZone=UTC'--",
    'timeZone=UTC&timeZone=UTC',
    `timeZone=${'a'.repeat(80)}`,
    'timeZone=%00',
    'surprise=1',
  ])('%s', async (query) => {
    const answer = await ask((await register(app.base)).accessToken, `?${query}`);
    expect(answer.body).toEqual(refusal(400, 'validation_failed', { details: expect.any(Array) }));
    expect([...new Set(fieldsOf(answer))]).toEqual([query.split('=', 1)[0]]);
  });
});

itRequiresUserToken(
  () => app,
  (token) => ask(token),
);
