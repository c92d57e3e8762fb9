/** Plans that bind: the models and the request rates that an account's plan allows, from the next request on. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, call, newCaller, type Person, register } from '../support/client.js';
import { uuidOf } from '../support/public-ids.js';

const PICTURES = {
  ...{ key: 'pictures', title: 'Pictures', description: 'Pictures only.' },
  ...{ maxRateLimit: 60, models: ['embedded-image'] },
};
const IMAGE = { modelKey: 'embedded-image', prompt: 'a lighthouse at dawn' };
const VIDEO = { modelKey: 'embedded-video', prompt: 'a lighthouse at dawn', duration: 1 };
const NOT_IN_PLAN = {
  statusCode: 403,
  code: 'model_not_in_plan',
  details: [
    { field: 'modelKey', message: 'modelKey must be a model of the plan Pictures: embedded-video is none' },
  ],
};

const directory = mkdtempSync(join(tmpdir(), 'offprint-plans-'));
let app: TestApp;
beforeAll(async () => {
  cpSync('catalogue', directory, { recursive: true });
  const plans = [{ key: 'free', title: 'Free' }, PICTURES];
  writeFileSync(join(directory, 'plans.yaml'), JSON.stringify({ default: 'free', plans }));
  // Without a worker: what is charged stays held.
  app = await startApp({ ROLES: 'api', CATALOGUE_DIR: directory, SIGNUP_CREDITS: '1000' });
});
afterAll(async () => {
  await app.close();
  rmSync(directory, { recursive: true });
});

const post = (path: string, token: string, body: object, headers = {}) =>
  call(app.base, 'POST', path, { token, body, headers });
const get = (path: string, token: string) => call(app.base, 'GET', path, { token });
const moveTo = (plan: string, { accountId }: Person) =>
  app.database.query('update accounts set plan = $2 where id = $1', [uuidOf(accountId), plan]);
const newKey = (person: Person, fields: object) =>
  post('/api/keys', person.accessToken, { name: 'a key', scopes: ['read', 'write'], ...fields });

it('a model outside the plan is 403 for keys and people, and nothing is charged', async () => {
  const { person, key } = await newCaller(app.base);
  await moveTo('pictures', person);
  for (const answer of [
    await post('/api/generate', key, VIDEO),
    await post('/api/generate', key, VIDEO, { 'Idempotency-Key': 'one' }),
    await post('/api/generate/quote', key, VIDEO),
    await post('/api/dashboard/predictions', person.accessToken, VIDEO),
  ])
    expect(answer).toMatchObject({ status: 403, body: NOT_IN_PLAN });
  expect(await balanceOf(app.base, key)).toBe(1000);
  expect((await post('/api/generate', key, IMAGE)).status).toBe(201);
});

it('the 403 comes before the 400 of its input; a model that does not exist stays 400', async () => {
  const { person, key } = await newCaller(app.base);
  const invalid = { ...VIDEO, duration: 'long', colour: 'red' };
  expect((await post('/api/generate', key, invalid)).status).toBe(400);
  await moveTo('pictures', person);
  for (const answer of [
    await post('/api/generate', key, invalid),
    await post('/api/generate', key, invalid, { 'Idempotency-Key': 'one' }),
    await post('/api/generate/quote', key, invalid),
    await post('/api/dashboard/predictions', person.accessToken, invalid),
  ])
    expect(answer).toMatchObject({ status: 403, body: NOT_IN_PLAN });
  for (const body of [{ ...IMAGE, colour: 'red' }, { ...IMAGE, modelKey: 'none' }, { modelKey: 1 }, {}])
    expect((await post('/api/generate', key, body)).status).toBe(400);
});

it('a change of the plan holds for the next request, and not for what was accepted before', async () => {
  const { person, key } = await newCaller(app.base);
  const named = { 'Idempotency-Key': 'first' };
  const { body: first } = await post('/api/generate', key, VIDEO, named);
  await moveTo('pictures', person);
  expect((await post('/api/generate', key, VIDEO)).status).toBe(403);
  expect(await post('/api/generate', key, VIDEO, named)).toMatchObject({ status: 201, body: first });
  await moveTo('free', person);
  expect((await post('/api/generate', key, VIDEO)).status).toBe(201);
});

it('a rate above the plan is 400, and a new key has at most that of the plan', async () => {
  const person = await register(app.base);
  await moveTo('pictures', person);
  const tooHigh = {
    statusCode: 400,
    details: [
      {
        field: 'rateLimit',
        message: 'rateLimit must not be greater than 60, the highest of the plan Pictures',
      },
    ],
  };
  expect(await newKey(person, { rateLimit: 61 })).toMatchObject({ status: 400, body: tooHigh });
  const { body: key } = await newKey(person, {});
  expect(key.rateLimit).toBe(60);
  const change = (rateLimit: number) =>
    call(app.base, 'PATCH', `/api/keys/${key.id}`, { token: person.accessToken, body: { rateLimit } });
  expect(await change(61)).toMatchObject({ status: 400, body: tooHigh });
  expect(await change(30)).toMatchObject({ status: 200, body: { rateLimit: 30 } });
  await moveTo('free', person);
  expect((await newKey(person, {})).body.rateLimit).toBe(120);
});

it('balance, account and plans show what a plan allows', async () => {
  const { person, key } = await newCaller(app.base, { rateLimit: 10 });
  await moveTo('pictures', person);
  const { body: started } = await post('/api/generate', key, IMAGE);
  const { key: id, ...fields } = PICTURES;
  const unset = { maxConcurrent: null, priority: 1, outputRetentionDays: 30, price: null };
  const details = { ...fields, ...unset };
  expect((await get('/api/credits/balance', key)).body).toMatchObject({
    ...{ plan: id, planDetails: details, held: started.creditCost },
  });
  const account = (await get('/api/account', person.accessToken)).body;
  expect(account).toMatchObject({ plan: id, limits: { maxRateLimit: 60 } });
  const { items } = (await get('/api/billing/plans', person.accessToken)).body;
  const free = { id: 'free', title: 'Free', description: null, models: null, maxRateLimit: null };
  expect(items).toMatchObject([
    { ...free, ...unset },
    { id, ...details },
  ]);
});
