/**
 * Payments under concurrency and interruption: whatever is delivered how often, in which order and to which process, each payment
 * grants once, each refund takes back once, and no credit of it is spent twice.
 */
import { PaymentProvider } from '../../src/billing/index.js';
import { TestPayments } from '../../src/testing/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, createKey, type Person, register } from '../support/client.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { buy, creditsOf, deliver, paidEvent, reversal } from '../support/payments.js';

/** 1 credit each. */
const SLOW = { modelKey: 'embedded-fault', mode: 'slow', seconds: 600 };

let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  const options = { replace: { PaymentProvider: TestPayments } };
  app = await startApp({ ROLES: 'api', SIGNUP_CREDITS: '0' }, undefined, options);
  other = await startApp({ ROLES: 'api', SIGNUP_CREDITS: '0' }, app.database, options);
  expect(app.app.get(PaymentProvider, { strict: false })).toBeInstanceOf(TestPayments);
});
afterEach(async () => {
  await expectSoundLedger(app.url);
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const baseOf = (place: number) => (place % 2 === 0 ? app.base : other.base);
const keyOf = async (person: Person): Promise<string> => (await createKey(app.base, person)).key;
const start = (key: string, place = 0) =>
  call(baseOf(place), 'POST', '/api/generate', { token: key, body: SLOW });

/** Connections that are cut, each in the middle of a statement or a transaction. */
const CUTS = 12;

/** Returns the items in another order, the same one for the same seed. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed;
  const next = () => (state = (state * 1103515245 + 12345) % 2147483648);
  return items
    .map((item) => ({ item, rank: next() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

/** Delivers until it is accepted, as a payment service does; a busy machine may answer 503. @returns how often it was not. */
async function deliverUntilAccepted(place: number, event: Parameters<typeof deliver>[1]): Promise<number> {
  for (let failures = 0; ; failures += 1) {
    const answer = await deliver(baseOf(place), event).catch(() => null);
    if (answer?.status === 200) return failures;
    expect([null, 500, 503]).toContain(answer?.status ?? null);
  }
}

it('each event is applied once, delivered five times at once in any order to two processes', async () => {
  for (const seed of [1, 2, 3]) {
    const person = await register(app.base);
    const paid = paidEvent(await buy(app, person));
    const refunds = [100n, 200n, 50n].map((amount) => reversal(paid, 'refunded', amount));
    const events = [paid, ...refunds, { ...refunds[1]!, kind: 'refund_failed' as const }];
    const deliveries = shuffled(
      events.flatMap((event) => Array.from({ length: 5 }, () => event)),
      seed,
    );
    await Promise.all(deliveries.map((event, place) => deliverUntilAccepted(place, event)));
    expect(await creditsOf(app, person)).toEqual({ balance: 850, owed: 0 });
    const kinds = await app.database.query(
      `select kind, sum(case destination when 'wallet' then amount else -amount end)::int as moved, count(*) filter (where kind = 'grant')::int as grants
       from ledger_transfers where account_id = (select account_id from payments where payment_id = $1) group by kind order by kind`,
      [paid.paymentId],
    );
    expect(kinds).toEqual([
      { kind: 'adjustment', moved: -150_000, grants: 0 },
      { kind: 'grant', moved: 1_000_000, grants: 1 },
    ]);
  }
});

it('charges beside a take-back never spend what was taken back: balance, debt and charges add up', async () => {
  const person = await register(app.base);
  const key = await keyOf(person);
  const paid = paidEvent(await buy(app, person));
  await deliver(app.base, paid);
  const charges = Array.from({ length: 60 }, (_, place) => start(key, place));
  const takeBacks = [reversal(paid, 'refunded', 970n), reversal(paid, 'disputed', 30n)].map((event, place) =>
    deliver(baseOf(place), event),
  );
  const answers = await Promise.all(charges);
  await Promise.all(takeBacks);
  const accepted = answers.filter(({ status }) => status === 201).length;
  const refused = answers.filter(({ status }) => status === 402);
  expect(accepted + refused.length).toBe(60);
  expect(refused.every(({ body }) => ['account_owes', 'insufficient_credits'].includes(body.code))).toBe(
    true,
  );
  expect(await creditsOf(app, person)).toEqual({ balance: 0, owed: accepted });

  // Only credits beyond the debt can be spent.
  expect((await start(key)).status).toBe(402);
  await deliver(app.base, paidEvent(await buy(app, person)));
  expect(await creditsOf(app, person)).toEqual({ balance: 1000 - accepted, owed: 0 });
  expect((await start(key)).status).toBe(201);
});

it('refunds of many predictions cover the debt, also settled in one statement', async () => {
  const person = await register(app.base);
  const key = await keyOf(person);
  const paid = paidEvent(await buy(app, person));
  await deliver(app.base, paid);
  const started = await Promise.all(Array.from({ length: 12 }, (_, place) => start(key, place)));
  await deliver(app.base, reversal(paid, 'refunded', 995n));
  expect(await creditsOf(app, person)).toEqual({ balance: 0, owed: 7 });
  await Promise.all(
    started.map(({ body }, place) =>
      call(baseOf(place), 'POST', `/api/generate/${body.predictionId}/cancel`, { token: key }),
    ),
  );
  expect(await creditsOf(app, person)).toEqual({ balance: 5, owed: 0 });
});

it('loses and doubles nothing when connections are cut in the middle', async () => {
  const person = await register(app.base);
  const orders = await Promise.all(Array.from({ length: 12 }, () => buy(app, person)));
  const paid = orders.map((order) => paidEvent(order));
  const events = shuffled([...paid, ...paid.map((one) => reversal(one, 'refunded', 400n))], 7);
  let [cut, isDone] = [0, false];
  const cutting = (async () => {
    while (cut < CUTS && !isDone) {
      // Of both processes, those that are in a transaction.
      const [row] = await app.database.query<{ n: number }>(
        `select count(pg_terminate_backend(pid))::int as n from (select pid from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and state in ('active', 'idle in transaction')
           and (query like '%payment%' or query like '%ledger_transfers (account_id, kind%') limit 2) cut`,
      );
      cut += row!.n;
    }
  })();
  const twice = [...events, ...events];
  const failures = await Promise.all(twice.map((event, place) => deliverUntilAccepted(place, event)));
  isDone = true;
  await cutting;
  expect(failures.some((count) => count > 0)).toBe(true);
  expect(await creditsOf(app, person)).toEqual({ balance: 12 * 600, owed: 0 });
}, 120_000);
