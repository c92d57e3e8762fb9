/**
 * Spend limits of keys and end users: no charge beyond one, at any concurrency and with any interleaving of charges, refunds, ends
 * of periods and changes of the limit, and no credit of room is lost.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startApp, type TestApp } from '../support/app.js';
import {
  type Answer,
  call,
  createKey,
  finished,
  generate,
  type Json,
  newCaller,
  type Person,
} from '../support/client.js';
import { holdingAccount, waiting } from '../support/held-transactions.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { uuidOf } from '../support/public-ids.js';

/** 1 credit each. */
const SLOW = { modelKey: 'embedded-fault', mode: 'slow', seconds: 600 };
const OK = { modelKey: 'embedded-fault', mode: 'ok' };
const FAILING = { modelKey: 'embedded-fault', mode: 'permanent' };
const DAY = 86_400_000;

let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  app = await startApp({ SIGNUP_CREDITS: '1000' });
  other = await startApp({ ROLES: 'api', SIGNUP_CREDITS: '1000' }, app.database);
});
afterEach(async () => {
  await expectSoundLedger(app.url);
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const daily = (credits: number) => ({ credits, period: 'day' });
const start = (key: string, body: object = SLOW, base = app.base) =>
  call(base, 'POST', '/api/generate', { token: key, body });
const tally = (answers: Answer[], status: number) => answers.filter((one) => one.status === status).length;

const patch = (token: string, id: string, spendLimit: object | null) =>
  call(app.base, 'PATCH', `/api/keys/${id}`, { token, body: { spendLimit } });
const limitUser = (token: string, user: string, spendLimit: object | null) =>
  call(app.base, 'PUT', `/api/end-users/${user}`, { token, body: { spendLimit } });
const userOf = async (token: string, user: string): Promise<Json> =>
  (await call(app.base, 'GET', `/api/end-users/${user}`, { token })).body;
async function keyOf(token: string, id: string): Promise<Json> {
  const { keys } = (await call(app.base, 'GET', '/api/keys', { token })).body;
  return keys.find((key: Json) => key.id === id);
}
const storm = (key: string, count: number, body: object = SLOW) =>
  Promise.all(
    Array.from({ length: count }, (_, at) => start(key, body, at % 2 === 0 ? app.base : other.base)),
  );

/** Adjusts the balance of an account by so many credits less. */
const withdraw = (accountId: string, credits: number) =>
  app.database.query(
    `with a as (update wallets set balance = balance - $2::bigint where account_id = $1 returning account_id as id, balance)
     insert into ledger_transfers (account_id, kind, source, destination, amount, balance_after)
     select id, 'adjustment', 'wallet', 'system', $2::bigint, balance from a`,
    [uuidOf(accountId), credits * 1000],
  );

const nextDay = () => new Date(Math.floor(app.service.clock.now().getTime() / DAY + 1) * DAY).toISOString();

describe('the limit of a key', () => {
  it('is in every record of the key, with what was spent', async () => {
    const { person, key, record } = await newCaller(app.base, { spendLimit: daily(5) });
    const { accessToken } = person;
    expect(record).toMatchObject({ spendLimit: daily(5), spent: { credits: 0, periodEndsAt: nextDay() } });
    await generate(app.base, key, SLOW);
    const spent = { credits: 1, periodEndsAt: nextDay() };
    expect(await keyOf(accessToken, record.id)).toMatchObject({ spendLimit: daily(5), spent });
    const renamed = await call(app.base, 'PATCH', `/api/keys/${record.id}`, {
      token: accessToken,
      body: { name: 'renamed' },
    });
    expect(renamed.body).toMatchObject({ name: 'renamed', spendLimit: daily(5), spent });
    const revoked = await call(app.base, 'DELETE', `/api/keys/${record.id}`, { token: accessToken });
    expect(revoked.body).toMatchObject({ spendLimit: daily(5), spent });
  });

  it('is in GET /api/key with what is left of it, also when it was lowered below what was spent', async () => {
    const { person, key, record } = await newCaller(app.base, { spendLimit: daily(2.5) });
    await generate(app.base, key, SLOW);
    const left = async () => (await call(other.base, 'GET', '/api/key', { token: key })).body.limits.spend;
    expect(await left()).toEqual({ limit: 2.5, remaining: 1.5, resetsAt: nextDay() });
    await patch(person.accessToken, record.id, { credits: 0.5, period: 'total' });
    expect(await left()).toEqual({ limit: 0.5, remaining: 0, resetsAt: null });
    await patch(person.accessToken, record.id, null);
    expect(await left()).toBeNull();
  });

  it('is shared with the key that a rotation replaced, whichever of both spends', async () => {
    const { person, key, record } = await newCaller(app.base, { spendLimit: daily(2) });
    await generate(app.base, key, SLOW);
    const rotated = await call(app.base, 'POST', `/api/keys/${record.id}/rotate`, {
      ...{ token: person.accessToken, body: { graceSeconds: 604_800 } },
    });
    expect(rotated.body).toMatchObject({ spendLimit: daily(2), spent: { credits: 1 } });
    const answers = (await Promise.all([storm(key, 4), storm(rotated.body.key, 4)])).flat();
    expect([tally(answers, 201), tally(answers, 402)]).toEqual([1, 7]);
    for (const id of [record.id, rotated.body.id])
      expect(await keyOf(person.accessToken, id)).toMatchObject({
        spendLimit: daily(2),
        spent: { credits: 2 },
      });
    const again = await call(app.base, 'POST', `/api/keys/${rotated.body.id}/rotate`, {
      ...{ token: person.accessToken, body: {} },
    });
    expect(again.body).toMatchObject({ spendLimit: daily(2), spent: { credits: 2 } });
    expect((await start(again.body.key)).body.code).toBe('key_spend_limit_reached');
  });

  it('that is set later counts what both a rotated key and its replacement have spent', async () => {
    const { person, key, record } = await newCaller(app.base);
    await generate(app.base, key, SLOW);
    const rotated = await call(app.base, 'POST', `/api/keys/${record.id}/rotate`, {
      ...{ token: person.accessToken, body: { graceSeconds: 604_800 } },
    });
    await generate(app.base, rotated.body.key, SLOW);
    const limited = await patch(person.accessToken, rotated.body.id, daily(3));
    expect(limited.body.spent.credits).toBe(2);
    const answers = [await start(key), await start(rotated.body.key)];
    expect(answers.map(({ status }) => status)).toEqual([201, 402]);
  });

  it('without one, records say what the key has spent ever', async () => {
    const { person, key, record } = await newCaller(app.base);
    expect(record).toMatchObject({ spendLimit: null, spent: { credits: 0, periodEndsAt: null } });
    await generate(app.base, key, SLOW);
    const { predictionId } = await generate(app.base, key, FAILING);
    await finished(app.base, key, predictionId);
    const spent = { credits: 1, periodEndsAt: null };
    expect(await keyOf(person.accessToken, record.id)).toMatchObject({ spendLimit: null, spent });
  });

  it('rejects with 402 what would exceed it, and says limit, spending and reset', async () => {
    const { key } = await newCaller(app.base, { spendLimit: daily(1) });
    await generate(app.base, key, SLOW);
    const { status, body } = await start(key);
    expect(status).toBe(402);
    expect(body).toMatchObject({
      code: 'key_spend_limit_reached',
      details: [{ field: 'modelKey', required: 1, limit: 1, spent: 1, resetsAt: nextDay() }],
    });
    expect((await call(app.base, 'GET', '/api/credits/balance', { token: key })).body.balance).toBe(999);
  });

  it('of 200 concurrent requests to two processes, exactly as many are charged as it covers', async () => {
    const { person, key, record } = await newCaller(app.base, { spendLimit: daily(7) });
    const answers = await storm(key, 200);
    expect([tally(answers, 201), tally(answers, 402)]).toEqual([7, 193]);
    expect((await keyOf(person.accessToken, record.id)).spent.credits).toBe(7);
  });

  it('a request that it rejects takes no room from a cheaper one in the same batch', async () => {
    // Without a worker, so that nothing is refunded.
    const idle = await startApp({ ROLES: 'api', SIGNUP_CREDITS: '1000' });
    const { key } = await newCaller(idle.base, { spendLimit: daily(5) });
    const dear = { modelKey: 'embedded-mesh', prompt: 'a vase' };
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => start(key, at % 4 === 3 ? SLOW : dear, idle.base)),
    );
    const costs = answers.filter(({ status }) => status === 201).map(({ body }) => body.creditCost as number);
    // 4 + 1 or 5 × 1: all 5 credits are spent, whatever the order.
    expect(costs.reduce((sum, cost) => sum + cost, 0)).toBe(5);
    await expectSoundLedger(idle.url);
    await idle.close();
  });

  it('a key that has reached it does not take the balance from another key', async () => {
    const { person, key } = await newCaller(app.base, { spendLimit: daily(0) });
    const free = await createKey(app.base, person);
    await withdraw(person.accountId, 999);
    const [answers, one] = await Promise.all([storm(key, 60), start(free.key)]);
    expect([tally(answers, 402), one.status]).toEqual([60, 201]);
  });

  it('gives the room of a refund back: failed, cancelled, failed by an administrator', async () => {
    const { person, key, record } = await newCaller(app.base, { spendLimit: daily(1) });
    for (let turn = 0; turn < 3; turn += 1) {
      const { predictionId } = await generate(app.base, key, FAILING);
      await finished(app.base, key, predictionId);
    }
    const { predictionId } = await generate(app.base, key, SLOW);
    expect((await start(key)).status).toBe(402);
    await call(app.base, 'POST', `/api/generate/${predictionId}/cancel`, { token: key });
    expect((await keyOf(person.accessToken, record.id)).spent.credits).toBe(0);
    expect((await start(key)).status).toBe(201);
  });

  it('keeps what a completed prediction cost', async () => {
    const { key } = await newCaller(app.base, { spendLimit: daily(1) });
    const { predictionId } = await generate(app.base, key, OK);
    await finished(app.base, key, predictionId);
    expect((await start(key)).status).toBe(402);
  });

  it('counts what was spent before it was set, raised, lowered and removed', async () => {
    const { person, key, record } = await newCaller(app.base);
    const { accessToken } = person;
    for (let n = 0; n < 3; n += 1) await generate(app.base, key, SLOW);
    const { predictionId } = await generate(app.base, key, FAILING);
    await finished(app.base, key, predictionId);
    for (const period of ['day', 'week', 'month', 'total'])
      expect((await patch(accessToken, record.id, { credits: 3, period })).body.spent.credits).toBe(3);
    expect((await start(key)).status).toBe(402);
    expect((await patch(accessToken, record.id, { credits: 4, period: 'total' })).body.spent).toEqual({
      credits: 3,
      periodEndsAt: null,
    });
    expect((await start(key)).status).toBe(201);
    await patch(accessToken, record.id, daily(2));
    expect((await start(key)).body).toMatchObject({
      code: 'key_spend_limit_reached',
      details: [{ limit: 2, spent: 4 }],
    });
    const removed = await patch(accessToken, record.id, null);
    expect(removed.body).toMatchObject({ spendLimit: null, spent: { credits: 4, periodEndsAt: null } });
    expect((await start(key)).status).toBe(201);
  });

  it('computes the same from sums of the ledger and from entries that are not summed', async () => {
    const { person, key, record } = await newCaller(app.base);
    for (let n = 0; n < 4; n += 1) await generate(app.base, key, SLOW);
    const unsummed = `select (select max(id) from ledger_transfers) > entries_to as yes from summary_position`;
    while ((await app.database.query<{ yes: boolean }>(unsummed))[0]!.yes) await sleep(100);
    await generate(app.base, key, SLOW);
    const { body } = await patch(person.accessToken, record.id, { credits: 9, period: 'week' });
    expect(body.spent.credits).toBe(5);
  });

  it('is recorded in the audit trail when it is set, raised and removed', async () => {
    const { person, record } = await newCaller(app.base, { spendLimit: daily(1) });
    await patch(person.accessToken, record.id, daily(2));
    await patch(person.accessToken, record.id, null);
    await patch(person.accessToken, record.id, null);
    const events = await app.database.query(
      `select action, actor_kind, actor_id, before, after from audit_events
       where target = $1 and action like '%spend%' order by created_at, id`,
      [record.id],
    );
    const by = { actor_kind: 'user', actor_id: person.userId };
    expect(events).toEqual([
      { action: 'key.spend_limited', ...by, before: { spendLimit: null }, after: { spendLimit: daily(1) } },
      {
        action: 'key.spend_limited',
        ...by,
        before: { spendLimit: daily(1) },
        after: { spendLimit: daily(2) },
      },
      {
        action: 'key.spend_limit_removed',
        ...by,
        before: { spendLimit: daily(2) },
        after: { spendLimit: null },
      },
    ]);
  });

  it('of a key of another account is not changed: 404', async () => {
    const [mine, theirs] = [await newCaller(app.base), await newCaller(app.base)];
    const answer = await patch(theirs.person.accessToken, mine.record.id, daily(1));
    expect([answer.status, answer.body.code]).toEqual([404, 'key_not_found']);
    expect((await start(mine.key)).status).toBe(201);
  });
});

describe('the limit of an end user', () => {
  const user = (id: string, body: object = SLOW) => ({ ...body, externalUserId: id });

  it.each(['a/b', '%2F', 'a?b#c', '=1+1', 'ü 😀', 'a\nb', ' ', 'x'.repeat(128)])(
    'is that of the externalUserId %j, as predictions have it',
    async (id) => {
      const { key } = await newCaller(app.base);
      await generate(app.base, key, user(id));
      const path = encodeURIComponent(id);
      expect(await limitUser(key, path, daily(1))).toMatchObject({
        ...{ status: 200, body: { externalUserId: id, spendLimit: daily(1), spent: { credits: 1 } } },
      });
      expect((await start(key, user(id))).body.code).toBe('end_user_spend_limit_reached');
      expect(await userOf(key, path)).toMatchObject({ externalUserId: id, spendLimit: daily(1) });
      const removed = await call(app.base, 'DELETE', `/api/end-users/${path}`, { token: key });
      expect(removed.status).toBe(204);
      expect((await start(key, user(id))).status).toBe(201);
    },
  );

  it.each(['%', '%zz', '%ff', '%00', 'x'.repeat(129)])('400: %s is the id of no end user', async (path) => {
    const { key } = await newCaller(app.base);
    for (const answer of [
      await call(app.base, 'GET', `/api/end-users/${path}`, { token: key }),
      await limitUser(key, path, null),
    ])
      expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
  });

  it('holds over all keys of the account, for this end user alone', async () => {
    const { person, key } = await newCaller(app.base);
    const second = await createKey(app.base, person);
    expect((await limitUser(key, 'ada', daily(2))).body).toEqual({
      success: true,
      externalUserId: 'ada',
      spendLimit: daily(2),
      spent: { credits: 0, periodEndsAt: nextDay() },
    });
    expect((await start(key, user('ada'))).status).toBe(201);
    expect((await start(second.key, user('ada'))).status).toBe(201);
    expect((await start(key, user('ada'))).body).toMatchObject({
      statusCode: 402,
      code: 'end_user_spend_limit_reached',
      details: [{ field: 'externalUserId', required: 1, limit: 2, spent: 2, resetsAt: nextDay() }],
    });
    for (const body of [user('grace'), SLOW]) expect((await start(key, body)).status).toBe(201);
    const stranger = await newCaller(app.base);
    expect((await start(stranger.key, user('ada'))).status).toBe(201);
    expect((await userOf(stranger.key, 'ada')).spendLimit).toBeNull();
  });

  it('of 200 concurrent requests exactly as many are charged as it covers, also beside a limit of the key', async () => {
    const { person, key, record } = await newCaller(app.base, { spendLimit: daily(9) });
    await limitUser(key, 'ada', daily(4));
    const answers = await Promise.all([storm(key, 100, user('ada')), storm(key, 100, user('grace'))]);
    const [ada, grace] = answers.map((some) => tally(some, 201));
    expect(ada! + grace!).toBe(9);
    expect(ada).toBeLessThanOrEqual(4);
    expect((await userOf(key, 'ada')).spent.credits).toBe(ada);
    expect((await keyOf(person.accessToken, record.id)).spent.credits).toBe(9);
  });

  it('is set, read and removed by a key with the scope and by a signed-in user', async () => {
    const { person } = await newCaller(app.base);
    const { accessToken } = person;
    const reader = await createKey(app.base, person, { scopes: ['read'] });
    const writer = await createKey(app.base, person, { scopes: ['write'] });
    const at = (method: string, token: string, body?: object) =>
      call(app.base, method, '/api/end-users/ada%40example.com', { token, body });
    const limit = { spendLimit: { credits: 3, period: 'month' } };
    expect((await at('PUT', reader.key, limit)).body.code).toBe('insufficient_scope');
    expect((await at('PUT', accessToken, limit)).body).toMatchObject({
      externalUserId: 'ada@example.com',
      ...limit,
    });
    expect((await at('GET', reader.key)).body).toMatchObject(limit);
    expect((await at('GET', writer.key)).body.code).toBe('insufficient_scope');
    expect((await at('GET', accessToken)).body).toMatchObject(limit);
    expect((await at('DELETE', reader.key)).status).toBe(403);
    expect((await at('DELETE', writer.key)).status).toBe(204);
    expect((await at('DELETE', writer.key)).status).toBe(204);
    expect((await at('GET', reader.key)).body).toMatchObject({
      spendLimit: null,
      spent: { credits: 0, periodEndsAt: null },
    });
    const events = await app.database.query<{ action: string; actor_kind: string }>(
      `select action, actor_kind from audit_events where target = 'ada@example.com' order by created_at, id`,
    );
    expect(events).toEqual([
      { action: 'end_user.limited', actor_kind: 'user' },
      { action: 'end_user.limit_removed', actor_kind: 'api_key' },
    ]);
  });

  it('a bad id and a bad body are 400', async () => {
    const { key } = await newCaller(app.base);
    const body = { spendLimit: daily(1) };
    for (const id of ['x'.repeat(129), '%00'])
      expect((await call(app.base, 'PUT', `/api/end-users/${id}`, { token: key, body })).status).toBe(400);
    for (const bad of [{}, { spendLimit: 5 }, { spendLimit: { credits: 1 } }, { ...body, more: 1 }])
      expect((await call(app.base, 'PUT', '/api/end-users/ada', { token: key, body: bad })).status).toBe(400);
    expect((await userOf(key, 'ada')).spendLimit).toBeNull();
  });

  it('counts what was spent before it was set, and gives refunds back', async () => {
    const { key } = await newCaller(app.base);
    const { predictionId } = await generate(app.base, key, user('ada'));
    const done = await generate(app.base, key, user('ada', OK));
    await finished(app.base, key, done.predictionId);
    const failed = await generate(app.base, key, user('ada', FAILING));
    await finished(app.base, key, failed.predictionId);
    expect((await userOf(key, 'ada')).spent).toEqual({ credits: 2, periodEndsAt: null });
    expect((await limitUser(key, 'ada', daily(2))).body.spent.credits).toBe(2);
    expect((await start(key, user('ada'))).status).toBe(402);
    await call(app.base, 'POST', `/api/generate/${predictionId}/cancel`, { token: key });
    expect((await userOf(key, 'ada')).spent.credits).toBe(1);
    expect((await start(key, user('ada'))).status).toBe(201);
    expect((await limitUser(key, 'ada', null)).body).toMatchObject({
      spendLimit: null,
      spent: { credits: 2 },
    });
    expect((await start(key, user('ada'))).status).toBe(201);
  });
});

it('balance, key and end user are checked in this order', async () => {
  const { person, key } = await newCaller(app.base, { spendLimit: daily(0) });
  await limitUser(key, 'ada', daily(0));
  const body = { ...SLOW, externalUserId: 'ada' };
  expect((await start(key, body)).body.code).toBe('key_spend_limit_reached');
  const free = await createKey(app.base, person);
  expect((await start(free.key, body)).body.code).toBe('end_user_spend_limit_reached');
  const poor = await newCaller(app.base, { spendLimit: daily(0) });
  await withdraw(poor.person.accountId, 1000);
  expect((await start(poor.key, body)).body.code).toBe('insufficient_credits');
});

it('a quote says whether the limits cover the cost', async () => {
  const { key } = await newCaller(app.base, { spendLimit: daily(1) });
  const quote = async (body: object) =>
    (await call(app.base, 'POST', '/api/generate/quote', { token: key, body })).body;
  const first = await quote(SLOW);
  expect([first.affordable, first.refusal]).toEqual([true, undefined]);
  await generate(app.base, key, SLOW);
  expect(await quote(SLOW)).toMatchObject({
    affordable: false,
    refusal: { code: 'key_spend_limit_reached', limit: 1, spent: 1, resetsAt: nextDay() },
  });
});

it('a request with an Idempotency-Key is replayed beyond the limit, and a rejected one is not remembered', async () => {
  const { person, key, record } = await newCaller(app.base, { spendLimit: daily(1) });
  const send = (name: string) => generate(app.base, key, SLOW, { 'idempotency-key': name });
  const { predictionId } = await send('first');
  expect((await send('first')).predictionId).toBe(predictionId);
  await expect(send('second')).rejects.toThrow('key_spend_limit_reached');
  await patch(person.accessToken, record.id, daily(2));
  expect((await send('second')).predictionId).not.toBe(predictionId);
});

describe('a limit that is set while a charge waits for the account', () => {
  /** Resolves when so many statements that lock an account wait for it. */
  const queued = (count: number) =>
    waiting(app, count, '^\\s*(update wallets set spend_limits|with calls|with verdicts)');

  it.each(['key', 'end user'])('is not slipped past: %s', async (kind) => {
    const { person, key, record } = await newCaller(app.base);
    const body = { ...SLOW, externalUserId: 'ada' };
    const release = await holdingAccount(app, person.accountId);
    // The limit queues for the lock first, so that it commits between the snapshot of the charge and its lock.
    const setting =
      kind === 'key'
        ? patch(person.accessToken, record.id, daily(0))
        : limitUser(person.accessToken, 'ada', daily(0));
    await queued(1);
    const asked = start(key, body, other.base);
    await queued(2);
    await release();
    expect((await setting).status).toBe(200);
    expect((await asked).status).toBe(402);
  });

  it.each(['key', 'end user'])('a refund that waited gives back to it: %s', async (kind) => {
    const { person, key, record } = await newCaller(app.base);
    const body = { ...SLOW, externalUserId: 'ada' };
    const { predictionId } = await generate(app.base, key, body);
    const release = await holdingAccount(app, person.accountId);
    const setting =
      kind === 'key'
        ? patch(person.accessToken, record.id, daily(1))
        : limitUser(person.accessToken, 'ada', daily(1));
    await queued(1);
    const cancelling = call(other.base, 'POST', `/api/generate/${predictionId}/cancel`, { token: key });
    await queued(2);
    await release();
    expect((await setting).body.spent.credits).toBe(1);
    expect((await cancelling).body.status).toBe('failed');
    const { spent } = kind === 'key' ? await keyOf(person.accessToken, record.id) : await userOf(key, 'ada');
    expect(spent.credits).toBe(0);
    expect((await start(key, body)).status).toBe(201);
  });

  it('limits that are set, changed and removed during charges and refunds lose and gain nothing', async () => {
    const { person, key, record } = await newCaller(app.base);
    let isDone = false;
    const changing = (async () => {
      for (let n = 0; !isDone; n += 1) {
        await patch(
          person.accessToken,
          record.id,
          n % 3 === 2 ? null : { credits: 5 + (n % 7), period: n % 2 ? 'day' : 'total' },
        );
        await limitUser(key, 'ada', n % 4 === 3 ? null : daily(3 + (n % 5)));
      }
    })();
    await Promise.all(
      Array.from({ length: 6 }, async (_, caller) => {
        for (let n = 0; n < 12; n += 1) {
          const base = caller % 2 === 0 ? app.base : other.base;
          const { status, body } = await start(key, { ...SLOW, externalUserId: 'ada' }, base);
          expect([201, 402]).toContain(status);
          if (status === 201 && n % 3 !== 0)
            await call(base, 'POST', `/api/generate/${body.predictionId}/cancel`, { token: key });
        }
      }),
    );
    isDone = true;
    await changing;
    await expectSoundLedger(app.url);
  });
});

// Last: it moves the clock.
describe('the end of a period', () => {
  /** A token of before the move has expired. */
  const signIn = async ({ email, password }: Person): Promise<string> =>
    (await call(app.base, 'POST', '/api/auth/login', { body: { email, password } })).body.accessToken;

  it('begins the count anew at midnight in UTC, and refunds of the day before give nothing back', async () => {
    const { person, key, record } = await newCaller(app.base, { spendLimit: daily(1) });
    await limitUser(key, 'ada', { credits: 3, period: 'total' });
    const body = { ...SLOW, externalUserId: 'ada' };
    const { predictionId } = await generate(app.base, key, body);
    expect((await start(key, body)).status).toBe(402);
    await app.service.clock.advance({
      milliseconds: new Date(nextDay()).getTime() - app.service.clock.now().getTime() + 1,
    });
    expect((await keyOf(await signIn(person), record.id)).spent).toEqual({
      credits: 0,
      periodEndsAt: nextDay(),
    });
    const answers = await storm(key, 50, body);
    expect([tally(answers, 201), tally(answers, 402)]).toEqual([1, 49]);
    await call(app.base, 'POST', `/api/generate/${predictionId}/cancel`, { token: key });
    expect((await start(key, body)).body.code).toBe('key_spend_limit_reached');
    // The limit of the end user has no end: of both charges one was refunded.
    expect((await userOf(key, 'ada')).spent.credits).toBe(1);
  });

  it('a refund after it, before any charge of the new day, does not make room in the new day', async () => {
    const { person, key, record } = await newCaller(app.base, { spendLimit: daily(1) });
    const { predictionId } = await generate(app.base, key, SLOW);
    await app.service.clock.advance({ days: 1 });
    await call(app.base, 'POST', `/api/generate/${predictionId}/cancel`, { token: key });
    expect((await keyOf(await signIn(person), record.id)).spent.credits).toBe(0);
    const answers = await storm(key, 20);
    expect(tally(answers, 201)).toBe(1);
  });

  it('a limit that is set again after it counts what was spent in the new period alone', async () => {
    const { person, key, record } = await newCaller(app.base, { spendLimit: daily(1) });
    // One that runs would end with its deadline, and its refund would empty the count.
    const { predictionId } = await generate(app.base, key, OK);
    await finished(app.base, key, predictionId);
    await app.service.clock.advance({ days: 1 });
    const again = await patch(await signIn(person), record.id, daily(1));
    expect(again.body).toMatchObject({
      spendLimit: daily(1),
      spent: { credits: 0, periodEndsAt: nextDay() },
    });
    expect((await start(key)).status).toBe(201);
  });

  it('weeks end on Monday and months on the first, in UTC', async () => {
    const { person, record } = await newCaller(app.base);
    const now = app.service.clock.now();
    const midnight = Math.floor(now.getTime() / DAY) * DAY;
    const monday = new Date(midnight + ((8 - now.getUTCDay()) % 7 || 7) * DAY).toISOString();
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString();
    const endOf = async (period: string) =>
      (await patch(person.accessToken, record.id, { credits: 1, period })).body.spent.periodEndsAt;
    expect([await endOf('week'), await endOf('month'), await endOf('total')]).toEqual([monday, first, null]);
  });
});
