/**
 * A suspended account: every process rejects its API keys from the next request on, and its people what generates or makes keys.
 * What runs is settled, and what reads, cancels and deletes stays.
 */
import { Injectable } from '@nestjs/common';
import { SettlementHub } from '../../src/generation/settlement/settlement-hub.js';
import { TestPayments } from '../../src/testing/index.js';
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
  register,
} from '../support/client.js';
import { registerAdmin } from '../support/dashboard.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { MemoryLimitStore, SharedBudgets } from '../support/memory-limit-store.js';
import { buy, deliver, paidEvent } from '../support/payments.js';
import { uuidOf } from '../support/public-ids.js';
import { expectBudget, refusal } from '../support/refusals.js';
import { until } from '../support/service-process.js';

const OK = { modelKey: 'embedded-fault', mode: 'ok' };
const SLOW = { modelKey: 'embedded-fault', mode: 'slow', seconds: 600 };
const SUSPENDED = refusal(403, 'account_suspended');
/** On a busy machine a statement may exceed its timeout: then a request is neither admitted nor rejected. */
const UNAVAILABLE = 503;
const budgets = new SharedBudgets();

@Injectable()
class Store extends MemoryLimitStore {
  constructor() {
    super(budgets);
  }
}

let app: TestApp;
let other: TestApp;
/** With a replaced `LimitStore`. */
let replaced: TestApp;
let admin: Person;
beforeAll(async () => {
  const env = { TRUST_PROXY: 'true' };
  app = await startApp(env, undefined, { replace: { PaymentProvider: TestPayments } });
  other = await startApp({ ...env, ROLES: 'api' }, app.database);
  replaced = await startApp({ ...env, ROLES: 'api' }, app.database, { replace: { LimitStore: Store } });
  admin = await registerAdmin(app);
});
afterEach(async () => {
  await expectSoundLedger(app.url);
});
afterAll(async () => {
  await replaced.close();
  await other.close();
  await app.close();
});

async function setSuspended({ accountId }: Person, suspended: boolean, at = app): Promise<void> {
  const path = `/api/admin/accounts/${accountId}`;
  const set = () => call(at.base, 'PATCH', path, { token: admin.accessToken, body: { suspended } });
  let answer = await set();
  // A busy service refuses the administrator too: nothing was changed.
  for (let attempt = 0; answer.status === UNAVAILABLE && attempt < 50; attempt += 1) answer = await set();
  expect([answer.status, answer.body.suspended]).toEqual([200, suspended]);
}
const start = (at: TestApp, token: string, body: object = SLOW) =>
  call(at.base, 'POST', '/api/generate', { token, body });
const balance = (at: TestApp, token: string, headers = {}) =>
  call(at.base, 'GET', '/api/credits/balance', { token, headers });
const madeBy = async ({ accountId }: Person): Promise<number> => {
  const text = 'select count(*)::int as made from predictions where account_id = $1';
  return (await app.database.query<{ made: number }>(text, [uuidOf(accountId)]))[0]!.made;
};

describe('the API keys of a suspended account', () => {
  it('are admitted by no process once the suspension was answered, under load, and again once it is lifted', async () => {
    const { person, key } = await newCaller(app.base);
    const innocent = await newCaller(app.base);
    /** Each with the phase in which it was sent and answered; another one may have been decided before or after a change. */
    const answers: { phase: string; answer: Answer }[] = [];
    let phase = 'before';
    let isOver = false;
    let onAnswer: () => void = () => undefined;
    const loop = async (at: TestApp, request: (at: TestApp) => Promise<Answer>) => {
      while (!isOver) {
        const sentIn = phase;
        const answer = await request(at);
        answers.push({ phase: sentIn === phase ? phase : 'during a change', answer });
        onAnswer();
      }
    };
    const innocentLoop = async (at: TestApp) => {
      while (!isOver) expect([200, UNAVAILABLE]).toContain((await balance(at, innocent.key)).status);
    };
    const load = [app, other, replaced].flatMap((at) => [
      loop(at, (here) => start(here, key, OK)),
      loop(at, (here) => balance(here, key)),
      loop(at, (here) => balance(here, key)),
    ]);
    const bystanders = [app, other].map(innocentLoop);
    const reached = async (wanted: string, count: number) => {
      while (answers.filter((one) => one.phase === wanted).length < count)
        await Promise.race([...load, ...bystanders, new Promise<void>((resolve) => (onAnswer = resolve))]);
    };
    try {
      await reached('before', 40);
      phase = 'while it is set';
      await setSuspended(person, true, other);
      phase = 'suspended';
      await reached('suspended', 60);
      phase = 'while it is lifted';
      await setSuspended(person, false);
      phase = 'lifted';
      await reached('lifted', 40);
    } finally {
      isOver = true;
    }
    await Promise.all([...load, ...bystanders]);
    const codes = (of: string) =>
      new Set(
        answers
          .filter((one) => one.phase === of && one.answer.status !== UNAVAILABLE)
          .map(({ answer }) => (answer.body.code ?? 'admitted') as string),
      );
    expect(codes('before')).toEqual(new Set(['admitted']));
    expect(codes('lifted')).toEqual(new Set(['admitted']));
    expect(codes('suspended')).toEqual(new Set(['account_suspended']));
    const count = (status: number) => answers.filter(({ answer }) => answer.status === status).length;
    const made = await madeBy(person);
    expect(made).toBeGreaterThanOrEqual(count(201));
    // Whether one without a response in time was accepted, it does not know.
    expect(made).toBeLessThanOrEqual(count(201) + count(UNAVAILABLE));
  }, 180_000);

  it('get 403 from every route for API keys, on every process, and use up no rate limit', async () => {
    const { person, key } = await newCaller(app.base, { rateLimit: 10 });
    const { body } = await call(app.base, 'GET', '/api/openapi.json');
    const routes = Object.entries(body.paths as Record<string, Record<string, { security?: object[] }>>)
      .flatMap(([path, operations]) =>
        Object.entries(operations).map(([verb, { security = [] }]) => ({ path, verb, security })),
      )
      .filter(({ security }) => security.some((one) => 'apiKey' in one));
    expect(routes.length).toBeGreaterThan(12);
    await setSuspended(person, true);
    for (const { path, verb } of routes) {
      for (const at of [app, other, replaced]) {
        const method = verb.toUpperCase();
        const sends = ['POST', 'PUT', 'PATCH'].includes(method);
        const answer = await call(at.base, method, path.replace(/\{\w+\}/g, `pred_${'0'.repeat(32)}`), {
          token: key,
          ...(sends && { body: {} }),
        });
        expect([method, path, answer.status]).toEqual([method, path, 403]);
        if (method !== 'HEAD') expect(answer.body).toEqual(SUSPENDED);
        expectBudget(answer, 10, 10);
      }
    }
    await setSuspended(person, false);
    for (const at of [app, other, replaced]) expect((await balance(at, key)).status).toBe(200);
  }, 120_000);

  it('get the refusal of the address first, and that of the scope last', async () => {
    const { person, key } = await newCaller(app.base, { scopes: ['read'], allowedIps: ['192.0.2.1'] });
    const from = { 'x-forwarded-for': '192.0.2.1' };
    await setSuspended(person, true);
    for (const at of [app, other, replaced]) {
      expect((await balance(at, key)).body).toEqual(refusal(403, 'ip_not_allowed'));
      expect((await balance(at, key, from)).body).toEqual(SUSPENDED);
    }
    await setSuspended(person, false);
    for (const at of [app, other, replaced])
      expect((await balance(at, key, from)).body).toEqual(refusal(403, 'insufficient_scope'));
  });

  it('stay 401 when they are revoked, disabled or unknown', async () => {
    const { person, key, record } = await newCaller(app.base);
    await setSuspended(person, true);
    const revoked = await call(app.base, 'DELETE', `/api/keys/${record.id}`, { token: person.accessToken });
    expect(revoked.status).toBe(200);
    for (const at of [app, other, replaced])
      expect((await balance(at, key)).body).toEqual(refusal(401, 'invalid_api_key'));
  });

  it('are rejected without a charge, also beside requests of other accounts in one batch', async () => {
    const suspended = await newCaller(app.base);
    const others = await Promise.all(Array.from({ length: 3 }, () => newCaller(app.base)));
    await setSuspended(suspended.person, true);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        start([app, other, replaced][index % 3]!, index % 2 ? suspended.key : others[index % 3]!.key),
      ),
    );
    const statuses = (isSuspended: boolean) =>
      answers.filter((_, index) => (index % 2 === 1) === isSuspended).map(({ status }) => status);
    const isKnown = (status: number) => status !== UNAVAILABLE;
    expect(new Set(statuses(true).filter(isKnown))).toEqual(new Set([403]));
    expect(new Set(statuses(false).filter(isKnown))).toEqual(new Set([201]));
    expect(await madeBy(suspended.person)).toBe(0);
    const { body } = await call(app.base, 'GET', '/api/dashboard/credits/balance', {
      token: suspended.person.accessToken,
    });
    expect(body.balance).toBe(1000);
  });

  it('end a waiting request with 403 and without a result; what runs is settled', async () => {
    const { person, key } = await newCaller(app.base);
    const { predictionId } = await generate(app.base, key, { ...SLOW, seconds: 2 });
    const endless = await generate(app.base, key, SLOW);
    const path = `/api/generate/status/${endless.predictionId}?wait=60`;
    const polls = [app, other].map((at) => {
      const { waiters } = at.app.get<unknown, { waiters: Map<string, number> }>(SettlementHub);
      return { answer: call(at.base, 'GET', path, { token: key }), isWaiting: () => waiters.size > 0 };
    });
    for (const { isWaiting } of polls) await until(isWaiting);
    await setSuspended(person, true);
    for (const { answer } of polls) expect((await answer).body).toEqual(SUSPENDED);
    const shown = await call(app.base, 'GET', `/api/dashboard/predictions/${predictionId}?wait=60`, {
      token: person.accessToken,
    });
    expect(shown.body).toMatchObject({ predictionId, status: 'completed' });
    await setSuspended(person, false);
    expect(await finished(app.base, key, predictionId)).toMatchObject({ status: 'completed' });
  });
});

describe('the people of a suspended account', () => {
  let person: Person;
  let record: Json;
  let predictionId: string;
  beforeAll(async () => {
    let key: string;
    ({ person, key, record } = await newCaller(app.base));
    ({ predictionId } = await generate(app.base, key, SLOW));
    await setSuspended(person, true);
  });
  const ask = (at: TestApp, method: string, path: string, body?: object) =>
    call(at.base, method, path, { token: person.accessToken, ...(body && { body }) });

  it('start nothing, upload nothing, and create and rotate no key, on any process', async () => {
    for (const at of [app, other, replaced]) {
      for (const [path, body] of [
        ['/api/dashboard/predictions', OK],
        ['/api/dashboard/predictions', {}],
        ['/api/dashboard/uploads', {}],
      ] as const) {
        const answer = await ask(at, 'POST', path, body);
        expect([path, answer.body]).toEqual([path, SUSPENDED]);
        expectBudget(answer, 120, 120, 'account');
      }
      for (const [path, body] of [
        ['/api/keys', { name: 'a key', scopes: ['read'] }],
        [`/api/keys/${record.id}/rotate`, {}],
      ] as const)
        expect([path, (await ask(at, 'POST', path, body)).body]).toEqual([path, SUSPENDED]);
    }
    expect(await madeBy(person)).toBe(1);
  });

  it('sign in, read, quote, change keys, cancel and delete', async () => {
    const { email, password } = person;
    const signedIn = await call(app.base, 'POST', '/api/auth/login', { body: { email, password } });
    expect(signedIn.status).toBe(200);
    for (const at of [app, other, replaced]) {
      for (const path of [
        '/api/auth/me',
        '/api/keys',
        '/api/audit',
        '/api/usage',
        '/api/end-users/customer-1',
        '/api/dashboard/overview',
        '/api/dashboard/predictions',
        `/api/dashboard/predictions/${predictionId}`,
        '/api/dashboard/credits/balance',
        '/api/dashboard/credits/ledger',
        '/api/dashboard/credits/spend?by=day',
      ])
        expect([path, (await ask(at, 'GET', path)).status]).toEqual([path, 200]);
      expect((await ask(at, 'POST', '/api/dashboard/quote', OK)).status).toBe(200);
    }
    const cancelled = await ask(other, 'POST', `/api/dashboard/predictions/${predictionId}/cancel`);
    expect(cancelled.body).toMatchObject({ predictionId, status: 'failed' });
    expect((await ask(other, 'DELETE', `/api/dashboard/predictions/${predictionId}`)).status).toBe(200);
    expect((await ask(app, 'PATCH', `/api/keys/${record.id}`, { name: 'renamed' })).status).toBe(200);
    expect((await ask(app, 'DELETE', `/api/keys/${record.id}`)).status).toBe(200);
  });

  it('pay: open a checkout, get its credits, and open the page of invoices', async () => {
    const reference = await buy(app, person);
    const paid = paidEvent(reference, { customerId: 'cus_1' });
    expect((await deliver(app.base, paid)).status).toBe(200);
    const { items } = (await ask(other, 'GET', '/api/billing/payments')).body;
    expect(items).toEqual([expect.objectContaining({ kind: 'pack', credits: 1000, status: 'paid' })]);
    const portal = await ask(app, 'POST', '/api/billing/portal');
    expect([portal.status, portal.body.success]).toEqual([201, true]);
    expect((await ask(app, 'POST', '/api/dashboard/predictions', OK)).body).toEqual(SUSPENDED);
  });

  it('do all of it again once it is lifted', async () => {
    await setSuspended(person, false);
    expect((await ask(other, 'POST', '/api/dashboard/predictions', OK)).status).toBe(201);
    expect((await ask(replaced, 'POST', '/api/dashboard/predictions', OK)).status).toBe(201);
    const key = await createKey(other.base, person);
    expect((await ask(app, 'POST', `/api/keys/${key.id}/rotate`, {})).status).toBe(201);
  });
});

it('a suspension of an account that does not exist is refused by the database', async () => {
  const { accountId } = await register(app.base);
  await expect(
    app.database.query('insert into suspended_accounts (account_id) values ($1)', [uuidOf(accountId)]),
  ).resolves.toEqual([]);
  await expect(
    app.database.query('insert into suspended_accounts (account_id) values (gen_random_uuid())'),
  ).rejects.toThrow('suspended_accounts_account_id_fkey');
});
