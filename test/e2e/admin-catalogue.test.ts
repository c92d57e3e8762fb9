/** /api/admin/catalogue: models, plans and packs are changed without a restart, with versions. */
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, call, type Json, newCaller, type Person } from '../support/client.js';
import { itRequiresAdmin, registerAdmin } from '../support/dashboard.js';
import { itRejectsInvalidPages, pagesOf } from '../support/lists.js';
import { createOperatorKey } from '../support/operators.js';
import { fieldsOf, refusal, TIME } from '../support/refusals.js';

const PATH = '/api/admin/catalogue';
const IMAGE = { modelKey: 'embedded-image', prompt: 'a lighthouse', resolution: 1000 };
let app: TestApp;
let admin: Person;
beforeAll(async () => {
  // Without a worker: what is charged stays held.
  app = await startApp({ ROLES: 'api', SIGNUP_CREDITS: '1000' });
  admin = await registerAdmin(app);
});
afterAll(() => app.close());

const get = (path: string, token: string | undefined = admin.accessToken) =>
  call(app.base, 'GET', `${PATH}/${path}`, { token });
const patch = (path: string, body: unknown, token: string | undefined = admin.accessToken) =>
  call(app.base, 'PATCH', `${PATH}/${path}`, { token, body });
const restore = (path: string, version: unknown, token: string | undefined = admin.accessToken) =>
  call(app.base, 'POST', `${PATH}/${path}/restore`, { token, body: { version } });
const post = (path: string, token: string, body: object, headers = {}) =>
  call(app.base, 'POST', path, { token, body, headers });
const versionsOf = async (path: string) => (await get(`${path}/versions?limit=100`)).body.items as Json[];
const rejection = (status: number, code: string) => ({ status, body: refusal(status, code) });
const itemOf = async (list: string, key: string) =>
  ((await get(list)).body.items as Json[]).find((item) => [item.modelKey, item.key, item.id].includes(key))!;

describe('GET /api/admin/catalogue/models', () => {
  it('lists every model of the files without the settings of engines', async () => {
    const { status, body, text } = await get('models');
    expect(status).toBe(200);
    const fal = (body.items as Json[]).find(({ modelKey }) => modelKey === 'fal-flux-schnell');
    expect(fal).toMatchObject({
      enabled: true,
      offered: false,
      routes: [{ provider: 'fal', enabled: true }],
    });
    expect(await itemOf('models', 'embedded-image')).toEqual({
      modelKey: 'embedded-image',
      version: 1,
      changedAt: null,
      differences: [],
      problem: null,
      enabled: true,
      offered: true,
      modality: 'image',
      operation: 'text-to-image',
      title: 'Procedural image',
      description: expect.any(String),
      pricing: { base: 1, perMegapixel: 2 },
      priceVersion: expect.stringMatching(/^price_[0-9a-f]{20}$/),
      engineCost: null,
      routes: [{ provider: 'embedded', enabled: true }],
    });
    for (const part of ['queue.fal.run', 'FAL_KEY', 'image_size', '{{prompt}}', 'adapter'])
      expect(text).not.toContain(part);
  });
});

describe('PATCH /api/admin/catalogue/models/:modelKey', () => {
  afterEach(() => restore('models/embedded-image', 1));

  it('changes a price at once, as a version that names who and why', async () => {
    const { key } = await newCaller(app.base);
    const before = await itemOf('models', 'embedded-image');
    const pricing = { base: 3, perMegapixel: 0 };
    const changed = await patch('models/embedded-image', { pricing, reason: ' Engines cost more ' });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      success: true,
      version: before.version + 1,
      pricing,
      differences: [{ field: 'pricing', file: { base: 1, perMegapixel: 2 }, live: pricing }],
    });
    expect(changed.body.priceVersion).not.toBe(before.priceVersion);
    expect((await post('/api/generate', key, IMAGE)).body.creditCost).toBe(3);
    const [newest] = await versionsOf('models/embedded-image');
    expect(newest).toEqual({
      version: changed.body.version,
      createdAt: TIME,
      actor: { kind: 'admin', id: admin.userId, name: admin.email },
      reason: 'Engines cost more',
      requestId: changed.headers.get('x-request-id'),
      restored: null,
      change: { pricing },
      settings: { pricing },
      priceVersion: changed.body.priceVersion,
    });
    const query = `target=embedded-image&limit=1`;
    const audit = await call(app.base, 'GET', `/api/admin/audit?${query}`, { token: admin.accessToken });
    expect(audit.body.items).toMatchObject([
      {
        action: 'catalogue.model_changed',
        accountId: null,
        actor: { kind: 'admin', id: admin.userId },
        before: { version: before.version, pricing: { base: 1, perMegapixel: 2 } },
        after: { version: changed.body.version, pricing },
      },
    ]);
  });

  it('a model that is switched off is unknown to callers; nothing is charged, and a repeated request gets its answer', async () => {
    const { key } = await newCaller(app.base);
    const once = { 'Idempotency-Key': 'once' };
    const { body: first } = await post('/api/generate', key, IMAGE, once);
    const list = () => call(app.base, 'GET', '/api/models');
    const listed = async () => ((await list()).body.items as Json[]).map(({ modelKey }) => modelKey);
    expect(await listed()).toContain('embedded-image');
    const balance = await balanceOf(app.base, key);
    const off = await patch('models/embedded-image', { enabled: false });
    expect(off.body).toMatchObject({ enabled: false, offered: false });
    expect(await listed()).not.toContain('embedded-image');
    expect((await call(app.base, 'GET', '/api/models/embedded-image')).status).toBe(404);
    for (const path of ['/api/generate', '/api/generate/quote'])
      expect(await post(path, key, IMAGE)).toMatchObject(rejection(400, 'model_not_found'));
    const other = { 'Idempotency-Key': 'other' };
    expect(await post('/api/generate', key, IMAGE, other)).toMatchObject(rejection(400, 'model_not_found'));
    expect(await post('/api/generate', key, IMAGE, once)).toMatchObject({ status: 201, body: first });
    expect(await balanceOf(app.base, key)).toBe(balance);
    await patch('models/embedded-image', { enabled: true });
    expect(await listed()).toContain('embedded-image');
    expect((await post('/api/generate', key, IMAGE, other)).status).toBe(201);
  });

  it('title, description and engineCost change; null removes engineCost', async () => {
    const fields = { title: 'Pictures', description: 'Ours.', engineCost: { perPrediction: 0.5 } };
    expect((await patch('models/embedded-image', fields)).body).toMatchObject(fields);
    const shown = await call(app.base, 'GET', '/api/models/embedded-image');
    expect(shown.body).toMatchObject({ title: 'Pictures', description: 'Ours.' });
    expect((await patch('models/embedded-image', { engineCost: null })).body.engineCost).toBeNull();
  });

  it('the same settings again make no version', async () => {
    const { body } = await patch('models/embedded-image', { title: 'Once' });
    expect((await patch('models/embedded-image', { title: 'Once' })).body.version).toBe(body.version);
  });

  it('concurrent changes: every version once, and no field is lost', async () => {
    const first = (await itemOf('models', 'embedded-image')).version as number;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        patch('models/embedded-image', at === 7 ? { description: 'Seven.' } : { title: `Title ${at}` }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    const versions = (await versionsOf('models/embedded-image')).map(({ version }) => version as number);
    expect(versions.slice(0, 21)).toEqual(
      Array.from({ length: 21 }, (_, at) => first + 20 - at).filter((v) => v >= 1),
    );
    expect((await itemOf('models', 'embedded-image')).description).toBe('Seven.');
  });

  it.each<[string, object, string]>([
    ['no field', {}, 'body'],
    ['only a reason', { reason: 'why' }, 'body'],
    ['an address', { engine: { url: 'https://example.com' } }, 'engine'],
    ['options', { options: {} }, 'options'],
    ['an input schema', { input: {} }, 'input'],
    ['another model', { model: 'other' }, 'model'],
    ['an empty title', { title: '' }, 'title'],
    ['no title', { title: null }, 'title'],
    ['a title of a number', { title: 5 }, 'title'],
    ['enabled of text', { enabled: 'yes' }, 'enabled'],
    ['a negative price', { pricing: { base: -1 } }, 'pricing.base'],
    ['a price of 4 decimals', { pricing: { base: 0.0001 } }, 'pricing.base'],
    ['a huge price', { pricing: { base: 1e30 } }, 'pricing.base'],
    ['a price without a part', { pricing: {} }, 'pricing'],
    ['an unknown part', { pricing: { perHour: 1 } }, 'pricing.perHour'],
    ['a list of prices', { pricing: [1] }, 'pricing'],
    [
      'a bad multiplier',
      { pricing: { base: 1, multipliers: { scale: { 4: 'x' } } } },
      'pricing.multipliers.scale.4',
    ],
    ['a bad cost', { engineCost: { perPrediction: 'x' } }, 'engineCost.perPrediction'],
    ['an unknown route', { routes: [{ provider: 'fal' }] }, 'routes'],
    ['a route with an address', { routes: [{ provider: 'embedded', url: 'https://example.com' }] }, 'routes'],
    ['a route twice', { routes: [{ provider: 'embedded' }, { provider: 'embedded' }] }, 'routes'],
    ['no route', { routes: [{ provider: 'embedded', enabled: false }] }, 'routes'],
    ['routes of text', { routes: 'embedded' }, 'routes'],
    ['a long reason', { title: 'x', reason: 'x'.repeat(501) }, 'reason'],
    [
      'too much',
      { title: 'x', pricing: { base: 1, multipliers: { a: { ['x'.repeat(70_000)]: 1 } } } },
      'body',
    ],
  ])('400: %s', async (_name, body, field) => {
    const { version } = await itemOf('models', 'embedded-image');
    const answer = await patch('models/embedded-image', body);
    expect(answer).toMatchObject(rejection(400, 'validation_failed'));
    expect(fieldsOf(answer)).toEqual([field]);
    expect((await itemOf('models', 'embedded-image')).version).toBe(version);
  });

  it('a price that no account can pay is 402, whatever the request', async () => {
    const { key } = await newCaller(app.base);
    const pricing = { base: 1e9, multipliers: { prompt: { a: 1_000_000 }, format: { png: 1_000_000 } } };
    expect((await patch('models/embedded-image', { pricing })).status).toBe(200);
    for (const prompt of ['a', 'constructor', 'toString'])
      expect((await post('/api/generate', key, { ...IMAGE, prompt })).status).toBe(402);
  });

  it('404 for a model that the files do not have', async () => {
    expect(await patch('models/nothing', { title: 'x' })).toMatchObject(rejection(404, 'model_not_found'));
    expect(await restore('models/nothing', 1)).toMatchObject(rejection(404, 'model_not_found'));
    expect(await get('models/nothing/versions')).toMatchObject(rejection(404, 'model_not_found'));
  });
});

describe('versions', () => {
  it('restore makes an earlier version the newest; version 1 is what the files say', async () => {
    const path = 'models/embedded-mesh';
    const pricing = { base: 9 };
    const second = (await patch(path, { pricing, title: 'Nine' })).body.version as number;
    await patch(path, { pricing: { base: 10 } });
    const restored = await restore(path, second);
    expect(restored.body).toMatchObject({ version: second + 2, pricing, title: 'Nine' });
    const files = await restore(path, 1);
    expect(files.body).toMatchObject({ version: second + 3, differences: [], title: 'Procedural 3D model' });
    expect(await versionsOf(path)).toMatchObject([
      { version: 5, restored: 1, settings: {} },
      { version: 4, restored: 2, settings: { pricing, title: 'Nine' } },
      { version: 3, restored: null },
      { version: 2, change: { pricing, title: 'Nine' } },
      { version: 1, createdAt: null, actor: null, settings: {} },
    ]);
  });

  it('pages', async () => {
    const path = 'models/embedded-relief';
    for (const title of ['a', 'b', 'c', 'd']) await patch(path, { title });
    const pages = await pagesOf(app, admin.accessToken, `${PATH}/${path}/versions`, 2);
    expect(pages.flat().map(({ version }) => version as number)).toEqual([5, 4, 3, 2, 1]);
  });

  itRejectsInvalidPages(
    () => app,
    `${PATH}/models/embedded-image/versions`,
    () => Promise.resolve(admin.accessToken),
  );

  it.each([99, 0, -1, 1.5, '1', null, 2 ** 40])('400 for the version %j', async (version) => {
    const answer = await restore('models/embedded-image', version);
    expect(answer).toMatchObject(rejection(400, 'validation_failed'));
    expect(fieldsOf(answer)).toEqual(['version']);
  });

  it('are append-only', async () => {
    await patch('models/embedded-sound', { title: 'Kept' });
    for (const statement of [
      "update catalogue_versions set reason = 'x'",
      'delete from catalogue_versions',
      'truncate catalogue_versions',
    ])
      await expect(app.database.query(statement)).rejects.toThrow('append-only');
  });
});

describe('plans and packs', () => {
  afterEach(() =>
    Promise.all(['plans/free', 'plans/pro', 'packs/small', 'packs/large'].map((path) => restore(path, 1))),
  );

  it('a plan changes, binds and comes back', async () => {
    const { person } = await newCaller(app.base);
    const limits = {
      ...{ maxRateLimit: 60, maxConcurrent: 2, priority: 3 },
      ...{ models: ['embedded-image'], outputRetentionDays: 7, description: null },
    };
    expect((await patch('plans/free', limits)).body).toMatchObject({
      key: 'free',
      isDefault: true,
      ...limits,
    });
    const key = await post('/api/keys', person.accessToken, { name: 'k', scopes: ['write'], rateLimit: 61 });
    expect(key.status).toBe(400);
    const plans = await call(app.base, 'GET', '/api/billing/plans', { token: person.accessToken });
    expect(plans.body.items).toMatchObject([{ id: 'free', ...limits }, { id: 'pro' }]);
    expect((await restore('plans/free', 1)).body).toMatchObject({
      ...{ maxRateLimit: null, maxConcurrent: null },
      ...{ priority: 1, models: null, outputRetentionDays: null },
      ...{ monthlyCredits: null, creditsExpire: false, price: null },
    });
    expect((await versionsOf('plans/free')).map(({ version }) => version as number)).toEqual([3, 2, 1]);
  });

  it('a plan that is switched off can be given to nobody', async () => {
    const { person } = await newCaller(app.base);
    await patch('plans/pro', { enabled: false });
    const plans = await call(app.base, 'GET', '/api/billing/plans', { token: person.accessToken });
    expect((plans.body.items as Json[]).map(({ id }) => id)).toEqual(['free']);
    const path = `/api/admin/accounts/${person.accountId}`;
    const given = await call(app.base, 'PATCH', path, { token: admin.accessToken, body: { plan: 'pro' } });
    expect(given.status).toBe(400);
  });

  it.each<[string, object, string]>([
    ['free', { enabled: false }, 'enabled'],
    ['pro', { models: ['nothing'] }, 'models'],
    ['pro', { models: [] }, 'models'],
    ['pro', { maxRateLimit: 9 }, 'maxRateLimit'],
    ['pro', { maxConcurrent: 0 }, 'maxConcurrent'],
    ['pro', { outputRetentionDays: 0.5 }, 'outputRetentionDays'],
    ['pro', { key: 'other' }, 'key'],
    ['pro', { title: null }, 'title'],
  ])('400: the plan %s with %j', async (plan, body, field) => {
    const answer = await patch(`plans/${plan}`, body);
    expect(answer).toMatchObject(rejection(400, 'validation_failed'));
    expect(fieldsOf(answer)).toEqual([field]);
  });

  it.each<[string, object, string]>([
    ['models/embedded-image', { enabled: null }, 'enabled must be true or false'],
    ['plans/pro', { enabled: null }, 'enabled must be true or false'],
    ['packs/small', { enabled: null }, 'enabled must be true or false'],
    ['plans/pro', { models: [] }, 'models must have a value or more'],
    ['plans/pro', { models: ['embedded-image', 'embedded-image'] }, 'models must have each value once'],
    [
      'packs/small',
      { price: { amount: 1, currency: 'eur' } },
      'price.currency must be the three capital letters of a currency, such as EUR',
    ],
  ])('400: %s with %j says what is allowed', async (path, body, message) => {
    expect((await patch(path, body)).body.details).toMatchObject([{ message }]);
  });

  it('a pack changes its price, and one that is switched off is not for sale', async () => {
    const price = { amount: 1500, currency: 'USD' };
    expect((await patch('packs/small', { price, credits: 1500 })).body).toMatchObject({ id: 'small', price });
    await patch('packs/large', { enabled: false });
    const { person } = await newCaller(app.base);
    const packs = await call(app.base, 'GET', '/api/billing/packs', { token: person.accessToken });
    expect(packs.body.items).toMatchObject([{ id: 'small', credits: 1500, price }, { id: 'medium' }]);
    for (const wrong of [
      { price: { amount: 0, currency: 'USD' } },
      { expiresInDays: 0 },
      { expiresInDays: 1.5 },
    ])
      expect(await patch('packs/small', wrong)).toMatchObject(rejection(400, 'validation_failed'));
  });

  it('the credits of a pack expire, or not, for the orders that follow', async () => {
    expect((await patch('packs/medium', { expiresInDays: 365 })).body).toMatchObject({ expiresInDays: 365 });
    const { person } = await newCaller(app.base);
    const daysOf = async () =>
      (await call(app.base, 'GET', '/api/billing/packs', { token: person.accessToken })).body.items.find(
        ({ id }: Json) => id === 'medium',
      ).expiresInDays;
    expect(await daysOf()).toBe(365);
    await patch('packs/medium', { expiresInDays: null });
    expect(await daysOf()).toBeNull();
  });

  it('404 for one that the files do not have', async () => {
    expect(await patch('plans/nothing', { title: 'x' })).toMatchObject(rejection(404, 'plan_not_found'));
    expect(await patch('packs/nothing', { title: 'x' })).toMatchObject(rejection(404, 'pack_not_found'));
  });
});

describe('who may', () => {
  it('an operator key needs catalogue:write, and is named as who changed it', async () => {
    const { id, key } = await createOperatorKey(app, admin, { scopes: ['catalogue:write'] });
    expect((await patch('models/embedded-music', { title: 'By a key' }, key)).status).toBe(200);
    expect((await versionsOf('models/embedded-music'))[0]).toMatchObject({
      actor: { kind: 'operator_key', id, name: 'Shop' },
    });
    const other = await createOperatorKey(app, admin, { scopes: ['accounts:write', 'usage:read'] });
    for (const answer of [
      await get('models', other.key),
      await patch('plans/pro', {}, other.key),
      await get('export', other.key),
    ])
      expect(answer).toMatchObject(rejection(403, 'insufficient_scope'));
  });

  itRequiresAdmin(
    () => app,
    (token) => call(app.base, 'GET', `${PATH}/models`, { token }),
  );
});
