/** GET /api/admin/overview: what money, engines and failures of real requests add up to. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dump, load } from 'js-yaml';
import { TestPayments } from '../../src/testing/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, finished, generate, type Json, newCaller, type Person } from '../support/client.js';
import { registerAdmin } from '../support/dashboard.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { buy, deliver, paidEvent, reversal } from '../support/payments.js';
import { temporaryDirectory } from '../support/service-process.js';

const PICTURE = { modelKey: 'embedded-image', prompt: 'a lighthouse' };
/** 1 credit each. */
const FAULT = { modelKey: 'embedded-fault' };

let app: TestApp;
let admin: Person;
let caller: Awaited<ReturnType<typeof newCaller>>;
beforeAll(async () => {
  app = await startApp({ CATALOGUE_DIR: await catalogueWithCost(), SIGNUP_CREDITS: '5' }, undefined, {
    replace: { PaymentProvider: TestPayments },
  });
  admin = await registerAdmin(app);
  caller = await newCaller(app.base);
});
afterAll(async () => {
  await expectSoundLedger(app.url);
  await app.close();
});

/** An engine that charges 0.05 credits and a quarter of the price for a picture. */
async function catalogueWithCost(): Promise<string> {
  const directory = await temporaryDirectory();
  cpSync('catalogue', directory, { recursive: true });
  const file = join(directory, 'embedded.yaml');
  const contents = load(readFileSync(file, 'utf8')) as { models: Json[] };
  for (const model of contents.models)
    if (model.modelKey === 'embedded-image') model.engineCost = { perPrediction: 0.05, perCredit: 0.25 };
  writeFileSync(file, dump(JSON.parse(JSON.stringify(contents))));
  return directory;
}

const overview = async (): Promise<Json> =>
  (await call(app.base, 'GET', '/api/admin/overview', { token: admin.accessToken })).body;
const start = async (body: object, token = caller.key): Promise<Json> =>
  finished(app.base, token, (await generate(app.base, token, body)).predictionId);

it('has payments, what engines charged, failures, and credits granted, taken back and expired', async () => {
  const reference = await buy(app, caller.person);
  const paid = paidEvent(reference);
  await deliver(app.base, paid);
  await deliver(app.base, reversal(paid, 'refunded', 500n));
  const { predictionId, creditCost: cost } = await generate(app.base, caller.key, PICTURE);
  await finished(app.base, caller.key, predictionId);
  const failed = await start({ ...FAULT, mode: 'permanent' });
  expect(failed.status).toBe('failed');
  const gift = {
    ...{ accountId: caller.person.accountId, amount: 7, note: 'a gift' },
    expiresAt: new Date(Date.now() + 1_000).toISOString(),
  };
  await call(app.base, 'POST', '/api/admin/credits/grants', { token: admin.accessToken, body: gift });
  let body = await overview();
  while (body.current.expired === 0) body = await overview();

  const engineCost = Math.ceil((0.05 + 0.25 * cost) * 1_000) / 1_000;
  const figures = { count: 2, completed: 1, failed: 1, credits: cost + 1, refunded: 1 };
  const money = { engineCost, margin: Math.round((cost - engineCost) * 1_000) / 1_000 };
  expect(body.current).toMatchObject({
    ...{ ...figures, ...money, granted: 2 * 5 + 1_000 + 7, adjusted: -500, expired: 7 },
    payments: {
      items: [{ currency: 'EUR', count: 1, amount: 1_000, reversed: 500 }],
      ...{ credits: 1_000, takenBack: 500 },
    },
    ...{ newAccounts: 2, activeAccounts: 1 },
  });
  expect(body.models).toEqual([
    {
      modelKey: 'embedded-image',
      ...figures,
      ...{ count: 1, failed: 0, credits: cost, refunded: 0 },
      ...money,
    },
    {
      modelKey: 'embedded-fault',
      count: 1,
      completed: 0,
      failed: 1,
      credits: 1,
      refunded: 1,
      engineCost: 0,
      margin: 0,
    },
  ]);
  expect(body.errors).toEqual([{ code: 'content_rejected', count: 1 }]);
  expect(body.load).toEqual({ waiting: 0, running: 0, isComplete: true });
  expect(body.outstanding).toBe(2 * 5 + 500 - cost);
});

it('has no margin with a completed prediction of a model without engineCost', async () => {
  await start({ ...FAULT, mode: 'ok' });
  const { current, models } = await overview();
  expect([current.engineCost, current.margin]).toEqual([null, null]);
  expect(models.find(({ modelKey }: Json) => modelKey === 'embedded-fault').margin).toBeNull();
});
