/**
 * Credits that expire, with the real statements: they equal a simple model in many random runs, and nothing that expired is spent,
 * whatever charges, refunds and settles at once. The tests decide when the clock moves and when workers run.
 */
import { SchedulerRegistry } from '@nestjs/schedule';
import { CreditCommands } from '../../prove/model/credit-commands.mjs';
import { compareRuns } from '../../prove/model/credit-runs.mjs';
import { AccountsService } from '../../src/accounts/index.js';
import { Catalogue } from '../../src/catalogue/index.js';
import {
  CreditExpiry,
  CreditExpiryRounds,
  CreditsService,
  LedgerSummaries,
  OperatorTransfers,
} from '../../src/credits/index.js';
import { PredictionCreation } from '../../src/generation/creation/prediction.creation.js';
import { SETTLE } from '../../src/generation/settlement/prediction.settlement.sql.js';
import { Database } from '../../src/platform/database/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, type Json, newCaller } from '../support/client.js';
import { expectSoundLedger } from '../support/ledger-audit.js';

const MINUTE = 60_000;
/** 1 credit each. */
const SLOW = { modelKey: 'embedded-fault', mode: 'slow', seconds: 600 };

let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  app = await startApp({ ROLES: 'api', SIGNUP_CREDITS: '0' });
  other = await startApp({ ROLES: 'api', SIGNUP_CREDITS: '0' }, app.database);
});
afterAll(async () => {
  await other.close();
  await app.close();
});
afterEach(async () => {
  await expectSoundLedger(app.url);
});

const PARTS = {
  AccountsService,
  Catalogue,
  CreditExpiry,
  CreditExpiryRounds,
  CreditsService,
  Database,
  LedgerSummaries,
  OperatorTransfers,
  PredictionCreation,
  SchedulerRegistry,
  SETTLE,
};
const commandsOf = ({ service }: TestApp) => new CreditCommands(service, PARTS);
const now = () => commandsOf(app).now();
const pass = (minutes: number) => commandsOf(app).pass(minutes);
/** What a worker does in its rounds. */
const work = () => commandsOf(app).work();
const grant = (accountId: string, amount: number, at: number) => commandsOf(app).grant(accountId, amount, at);
/** Charges any amount. @returns the id of the prediction; null: refused. */
const charge = (accountId: string, amount: number, of = app) => commandsOf(of).charge(accountId, amount);
/** Settles predictions in one statement. */
const settle = (ids: string | string[], status: 'completed' | 'failed') =>
  commandsOf(app).settle(ids, status);
const balanceOf = (accountId: string) => commandsOf(app).balanceOf(accountId);
const expiriesOf = (accountId: string) => commandsOf(app).expiriesOf(accountId);
const newAccount = () => commandsOf(app).openAccount();

const RUNS = 50;

it(`equals the model in ${RUNS} random runs: balance, order of spending and expiry`, async () => {
  const { expiries } = await compareRuns(commandsOf(app), { runs: RUNS, seed: 'a test' });
  expect(expiries).toBeGreaterThan(RUNS);
}, 120_000);

it('a refund returns to where its charge came from, and expires with it', async () => {
  const accountId = await newAccount();
  const [soon, late] = [now() + 10 * MINUTE, now() + 20 * MINUTE];
  await grant(accountId, 3_000, late);
  await grant(accountId, 5_000, Infinity);
  await grant(accountId, 2_000, soon);
  const id = (await charge(accountId, 6_000))!;
  expect(await balanceOf(accountId)).toEqual({ balance: 4_000, owed: 0, expiring: [] });
  await settle(id, 'failed');
  const expiring = [
    { at: soon, amount: 2_000 },
    { at: late, amount: 3_000 },
  ];
  expect(await balanceOf(accountId)).toEqual({ balance: 10_000, owed: 0, expiring });

  const again = (await charge(accountId, 6_000))!;
  await pass(15);
  expect(await balanceOf(accountId)).toMatchObject({ balance: 4_000 });
  expect(await expiriesOf(accountId)).toEqual([]);
  await settle(again, 'failed');
  expect(await balanceOf(accountId)).toEqual({ balance: 8_000, owed: 0, expiring: [expiring[1]] });
  expect(await expiriesOf(accountId)).toEqual([{ at: new Date(soon), amount: '2000', is_late: true }]);
});

it('a refund of expired credits is not spent before they leave', async () => {
  const accountId = await newAccount();
  await grant(accountId, 1_000, now() + MINUTE);
  const id = (await charge(accountId, 1_000))!;
  await pass(2);
  expect(await balanceOf(accountId)).toMatchObject({ balance: 0 });
  await settle(id, 'failed');
  expect(await charge(accountId, 1)).toBeNull();
  expect(await expiriesOf(accountId)).toHaveLength(1);
});

it('a worker takes out what has expired although nobody asks', async () => {
  const accountId = await newAccount();
  await grant(accountId, 1_000, now() + MINUTE);
  await grant(accountId, 500, Infinity);
  await pass(2);
  await work();
  expect(await expiriesOf(accountId)).toHaveLength(1);
  const [account] = await app.database.query<Json>(
    'select balance, credits_expire_at, has_expired_held from wallets where account_id = $1',
    [accountId],
  );
  expect(account).toEqual({ balance: '500', credits_expire_at: null, has_expired_held: false });
  for (const table of ['credit_positions', 'credit_lots', 'credit_holds'])
    expect(await app.database.query(`select 1 from ${table} where account_id = $1`, [accountId])).toEqual([]);
});

it('a worker keeps the lots near the end of the ledger, and held credits are found again', async () => {
  const accountId = await newAccount();
  await grant(accountId, 10_000_000, now() + 60 * MINUTE);
  const ids: string[] = [];
  for (let batch = 0; batch < 12; batch += 1)
    ids.push(
      ...(await Promise.all(Array.from({ length: 100 }, () => charge(accountId, 10)))).map((id) => id!),
    );
  const tail = async () => {
    const [row] = await app.database.query<{ entries: number }>(
      `select count(*)::int as entries from ledger_transfers t join credit_positions p using (account_id)
       where account_id = $1 and t.id > p.entries_to`,
      [accountId],
    );
    return row!.entries;
  };
  expect(await tail()).toBe(1_201);
  await work();
  expect(await tail()).toBe(0);
  await settle(ids.slice(0, 50), 'failed');
  expect(await balanceOf(accountId)).toMatchObject({ balance: 9_988_500 });
  await pass(61);
  expect(await balanceOf(accountId)).toEqual({ balance: 0, owed: 0, expiring: [] });
  await settle(ids.slice(50, 100), 'failed');
  await settle(ids.slice(100), 'completed');
  await work();
  const expired = (await expiriesOf(accountId)).map(({ amount }) => Number(amount));
  expect([expired[0], expired.slice(1).reduce((sum, one) => sum + one, 0)]).toEqual([9_988_500, 500]);
  expect(await app.database.query('select 1 from credit_holds where account_id = $1', [accountId])).toEqual(
    [],
  );
});

it('charges of two processes at once, when credits have expired, settle them once and spend only what is left', async () => {
  for (let round = 0; round < 3; round += 1) {
    const accountId = await newAccount();
    await grant(accountId, 50_000, now() + MINUTE);
    await grant(accountId, 7_000, Infinity);
    await pass(2);
    const charges = await Promise.all(
      Array.from({ length: 40 }, (_, place) => charge(accountId, 1_000, place % 2 === 0 ? app : other)),
    );
    expect(charges.filter((id) => id !== null)).toHaveLength(7);
    expect(await expiriesOf(accountId)).toHaveLength(1);
  }
});

it('accounts without such grants have nothing to compute', async () => {
  const accountId = await newAccount();
  await grant(accountId, 5_000, Infinity);
  await charge(accountId, 1_000);
  await work();
  const [account] = await app.database.query<Json>(
    'select credits_expire_at from wallets where account_id = $1',
    [accountId],
  );
  expect(account).toEqual({ credits_expire_at: null });
  expect(
    await app.database.query('select 1 from credit_positions where account_id = $1', [accountId]),
  ).toEqual([]);
});

describe('over HTTP', () => {
  const post = (token: string, body: object, headers = {}) =>
    call(app.base, 'POST', '/api/admin/credits/grants', { token, body, headers });
  let admin: string;
  beforeAll(async () => {
    admin = (await app.service.account({ role: 'admin' })).token;
  });

  it('a grant with expiresAt is in the balance, in the ledger and in both lists', async () => {
    const { person, key } = await newCaller(app.base);
    // Before the deadline of the prediction, which would be refunded.
    const at = new Date(now() + 6 * MINUTE).toISOString();
    const body = { accountId: person.accountId, amount: 3.5, note: 'a gift', expiresAt: at };
    expect((await post(admin, body)).status).toBe(201);
    await post(admin, { accountId: person.accountId, amount: 2, note: 'for ever' });
    expect((await call(app.base, 'POST', '/api/generate', { token: key, body: SLOW })).status).toBe(201);
    const balance = await call(app.base, 'GET', '/api/credits/balance', { token: key });
    expect(balance.body).toMatchObject({ balance: 4.5, expiring: [{ credits: 2.5, at }] });
    const shown = await call(app.base, 'GET', '/api/dashboard/credits/balance', {
      token: person.accessToken,
    });
    expect(shown.body).toMatchObject({ balance: 4.5, expiring: [{ credits: 2.5, at }] });

    await pass(7);
    const quote = await call(app.base, 'POST', '/api/generate/quote', { token: key, body: SLOW });
    expect(quote.body).toMatchObject({ balance: 2, affordable: true });
    const ledger = await call(app.base, 'GET', '/api/credits/ledger', { token: key });
    expect(ledger.body.items[0]).toMatchObject({
      ...{ kind: 'expiry', amount: -2.5, balanceAfter: 2, predictionId: null },
    });
    const statement = await call(app.base, 'GET', '/api/dashboard/credits/ledger?kind=expiry', {
      token: person.accessToken,
    });
    expect(statement.body.items.map(({ amount }: { amount: number }) => amount)).toEqual([-2.5]);
  });

  describe('no response shows credits that have ended, which no round has taken out yet', () => {
    interface Account {
      accountId: string;
      key: string;
      token: string;
    }
    const get = async (path: string, token: string) => (await call(app.base, 'GET', path, { token })).body;
    const first = ({ items: [entry] }: Json) => entry.balanceAfter;
    const adjusted = ({ accountId }: Account, amount: number) =>
      call(app.base, 'POST', '/api/admin/credits/adjustments', {
        token: admin,
        body: { accountId, amount, note: 'by hand' },
      });

    beforeAll(async () => {
      admin = (await app.service.account({ role: 'admin' })).token;
    });

    it.each<[string, number, (account: Account) => Promise<unknown>]>([
      ['balance', 3, async ({ key }) => (await get('/api/credits/balance', key)).balance],
      [
        'balance of the dashboard',
        3,
        async ({ token }) => (await get('/api/dashboard/credits/balance', token)).balance,
      ],
      [
        'overview of the dashboard',
        3,
        async ({ token }) => (await get('/api/dashboard/overview', token)).balance,
      ],
      [
        'quote',
        3,
        async ({ key }) =>
          (await call(app.base, 'POST', '/api/generate/quote', { token: key, body: SLOW })).body.balance,
      ],
      [
        'account of the administration',
        3,
        async ({ accountId }) => (await get(`/api/admin/accounts/${accountId}`, admin)).balance,
      ],
      [
        'list of the administration',
        3,
        async ({ accountId }) =>
          (await get(`/api/admin/accounts?search=${accountId}`, admin)).items[0].balance,
      ],
      [
        'answer of PATCH',
        3,
        async ({ accountId }) =>
          (
            await call(app.base, 'PATCH', `/api/admin/accounts/${accountId}`, {
              token: admin,
              body: { suspended: false },
            })
          ).body.balance,
      ],
      ['ledger', 3, async ({ key }) => first(await get('/api/credits/ledger?limit=1', key))],
      ['statement', 3, async ({ token }) => first(await get('/api/dashboard/credits/ledger?limit=1', token))],
      [
        'statement of the administration',
        3,
        async ({ accountId }) => first(await get(`/api/admin/accounts/${accountId}/ledger?limit=1`, admin)),
      ],
      [
        'statement as a file',
        3,
        async ({ token }) => {
          const { text } = await call(app.base, 'GET', '/api/dashboard/credits/ledger.csv', { token });
          const [names, newest] = text.split('\r\n').map((line) => line.split(','));
          return Number(newest![names!.indexOf('balanceAfter')]);
        },
      ],
      ['answer of an adjustment', 2, async (account) => (await adjusted(account, -1)).body.balance],
      ['adjustment that needs them', 402, async (account) => (await adjusted(account, -4)).status],
      [
        'answer of a grant',
        4,
        async ({ accountId }) => (await post(admin, { accountId, amount: 1, note: 'one' })).body.balance,
      ],
    ])('%s', async (_, expected, read) => {
      const { person, key } = await newCaller(app.base);
      const { accountId, accessToken: token } = person;
      await post(admin, { accountId, amount: 3, note: 'for ever' });
      const expiresAt = new Date(now() + MINUTE).toISOString();
      await post(admin, { accountId, amount: 5, note: 'for a minute', expiresAt });
      await pass(2);
      admin = (await app.service.account({ role: 'admin' })).token;
      expect(await read({ accountId, key, token })).toBe(expected);
      expect(await get('/api/credits/balance', key)).toMatchObject({
        balance: Math.min(expected === 402 ? 3 : expected, 4),
      });
    });

    it('an adjustment that waited for the account while they ended does not spend them', async () => {
      const { person, key } = await newCaller(app.base);
      const { accountId } = person;
      await post(admin, { accountId, amount: 3, note: 'for ever' });
      const expiresAt = new Date(now() + 1_500).toISOString();
      await post(admin, { accountId, amount: 5, note: 'for a moment', expiresAt });
      const uuid = accountId.slice('acc_'.length);
      const adjusting = await app.app.get(Database, { strict: false }).transaction(async (tx) => {
        await tx.query('select from wallets where account_id = $1 for update', [uuid]);
        const started = adjusted({ accountId, key, token: '' }, -1);
        await tx.query(
          `select pg_sleep(extract(epoch from credits_expire_at - clock_timestamp()) + 0.06) from wallets where account_id = $1`,
          [uuid],
        );
        return { started };
      });
      expect((await adjusting.started).body.balance).toBe(2);
      expect((await get('/api/credits/ledger?limit=2', key)).items.map(({ kind }: Json) => kind)).toEqual([
        'adjustment',
        'expiry',
      ]);
    });
  });

  it('refuses a time that is not in the future, or no time, with 400, and grants nothing', async () => {
    admin = (await app.service.account({ role: 'admin' })).token;
    const { person, key } = await newCaller(app.base);
    const past = new Date(now() - MINUTE).toISOString();
    for (const expiresAt of [past, 'tomorrow', '2099-01-01', 5, '2099-02-30T00:00:00Z']) {
      const answer = await post(admin, { accountId: person.accountId, amount: 1, note: 'a gift', expiresAt });
      expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
      expect(answer.body.details).toMatchObject([{ field: 'expiresAt' }]);
    }
    const { body } = await call(app.base, 'GET', '/api/credits/ledger', { token: key });
    expect(body.items).toEqual([]);
  });

  it('a repeated grant gets the first response also after its credits have expired, and another time is 422', async () => {
    admin = (await app.service.account({ role: 'admin' })).token;
    const { person } = await newCaller(app.base);
    const at = new Date(now() + 5 * MINUTE).toISOString();
    const body = { accountId: person.accountId, amount: 1, note: 'a gift', expiresAt: at };
    const headers = { 'Idempotency-Key': `expiring ${person.accountId}` };
    const first = await post(admin, body, headers);
    await pass(6);
    admin = (await app.service.account({ role: 'admin' })).token;
    const second = await post(admin, body, headers);
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect((await post(admin, { ...body, expiresAt: null }, headers)).status).toBe(422);
  });
});
