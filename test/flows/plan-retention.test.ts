/** `outputRetentionDays` of a plan: what is stored for its accounts is removed after that many days, and its links say so. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SYSTEM_SOURCE } from '../../src/audit/index.js';
import { CatalogueChanges } from '../../src/catalogue/live/catalogue-changes.js';
import { ExpiredOutputs } from '../../src/generation/outputs/expired-outputs.js';
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, call, finished, generate, newCaller, type Person } from '../support/client.js';
import { uuidOf } from '../support/public-ids.js';

const DAY_MS = 86_400_000;
const INSTALLATION_DAYS = 20;
const PLANS = [
  { key: 'free', title: 'Free' },
  { key: 'brief', title: 'Brief', outputRetentionDays: 7 },
  { key: 'long', title: 'Long', outputRetentionDays: 90 },
];
const REQUEST = { modelKey: 'embedded-fault', mode: 'ok' };

const directory = mkdtempSync(join(tmpdir(), 'offprint-plans-'));
let app: TestApp;
beforeAll(async () => {
  cpSync('catalogue', directory, { recursive: true });
  writeFileSync(join(directory, 'plans.yaml'), JSON.stringify({ default: 'free', plans: PLANS }));
  app = await startApp({ CATALOGUE_DIR: directory, OUTPUT_RETENTION_DAYS: String(INSTALLATION_DAYS) });
});
afterAll(async () => {
  await app.close();
  rmSync(directory, { recursive: true });
});

async function callerOn(plan: string) {
  const caller = await newCaller(app.base);
  await moveTo(plan, caller.person);
  return caller;
}
const moveTo = (plan: string, { accountId }: Person) =>
  app.database.query('update accounts set plan = $2 where id = $1', [uuidOf(accountId), plan]);
const complete = async (key: string) =>
  finished(app.base, key, (await generate(app.base, key, REQUEST)).predictionId);

/** Days from the end to when the output is removed, of the prediction and of its link alike. */
function daysOf(prediction: Awaited<ReturnType<typeof complete>>): number {
  const { completedAt, outputUrlExpiresAt, outputs } = prediction;
  expect(outputs[0].urlExpiresAt).toBe(outputUrlExpiresAt);
  return (Date.parse(outputUrlExpiresAt) - Date.parse(completedAt)) / DAY_MS;
}
const statusOf = async ({ outputUrl }: { outputUrl: string }) => {
  const { pathname, search } = new URL(outputUrl);
  return (await call(app.base, 'GET', pathname + search)).status;
};
const retentionOf = async (key: string) =>
  (await call(app.base, 'GET', '/api/credits/balance', { token: key })).body.planDetails.outputRetentionDays;

it.each([
  ['free', INSTALLATION_DAYS],
  ['brief', 7],
  ['long', INSTALLATION_DAYS],
])('an output of the plan %s is kept %d days, and balance and links say so', async (plan, days) => {
  const { key } = await callerOn(plan);
  expect(daysOf(await complete(key))).toBeCloseTo(days, 3);
  expect(await retentionOf(key)).toBe(days);
});

it('a week later the output of that plan is removed, and no other one; its prediction stays', async () => {
  const [brief, free] = [await callerOn('brief'), await callerOn('free')];
  const [gone, kept] = [await complete(brief.key), await complete(free.key)];
  await app.database.query(
    `update predictions set output_expires_at = output_expires_at - interval '7 days' where id = any($1::uuid[])`,
    [[gone, kept].map(({ predictionId }) => uuidOf(predictionId))],
  );
  expect(await app.app.get(ExpiredOutputs, { strict: false }).remove()).toBe(1);
  expect([await statusOf(gone), await statusOf(kept)]).toEqual([410, 200]);
  const path = `/api/generate/status/${gone.predictionId}`;
  const { body } = await call(app.base, 'GET', path, { token: brief.key });
  expect(body).toMatchObject({ status: 'completed', outputs: [] });
  expect(await balanceOf(app.base, brief.key)).toBe(1000 - gone.creditCost);
});

it('another plan holds for what is stored from then on; links that were given out stay true', async () => {
  const { person, key } = await callerOn('free');
  const before = await complete(key);
  await moveTo('brief', person);
  expect(daysOf(await complete(key))).toBeCloseTo(7, 3);
  const again = await finished(app.base, key, before.predictionId);
  expect(again.outputUrlExpiresAt).toBe(before.outputUrlExpiresAt);
});

it('a retention that is changed live holds for what is stored from then on', async () => {
  const { key } = await callerOn('brief');
  const changes = app.app.get(CatalogueChanges, { strict: false });
  const change = (outputRetentionDays: number | null) =>
    changes.change({ kind: 'plan', key: 'brief' }, { outputRetentionDays }, undefined, SYSTEM_SOURCE);
  await change(3);
  expect(daysOf(await complete(key))).toBeCloseTo(3, 3);
  await change(null);
  expect(daysOf(await complete(key))).toBeCloseTo(INSTALLATION_DAYS, 3);
  expect(await retentionOf(key)).toBe(INSTALLATION_DAYS);
});
