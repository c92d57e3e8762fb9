/** /api/admin/predictions: lists the predictions of all accounts, cancels and fails them. */
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, call, finished, generate, type Json, newCaller, type Person } from '../support/client.js';
import { itRequiresAdmin, registerAdmin } from '../support/dashboard.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { itRejectsInvalidPages, pagesOf } from '../support/lists.js';
import { uuidOf } from '../support/public-ids.js';
import { fieldsOf, refusal } from '../support/refusals.js';

const PATH = '/api/admin/predictions';
const FAULT = { modelKey: 'embedded-fault', mode: 'ok' };
const UNKNOWN = 'pred_0123456789abcdef0123456789abcdef';
let app: TestApp;
let front: TestApp;
let admin: Person;
let frontAdmin: Person;
beforeAll(async () => {
  app = await startApp();
  front = await startApp({ ROLES: 'api' });
  admin = await registerAdmin(app);
  frontAdmin = await registerAdmin(front);
});
afterAll(async () => {
  for (const one of [app, front]) {
    expect(await expectSoundLedger(one.url)).toContain('ledger verified');
    await one.close();
  }
});

const list = (token: string | undefined, query = '') => call(front.base, 'GET', `${PATH}${query}`, { token });
const found = async (query: string) =>
  ((await list(frontAdmin.accessToken, query)).body.items as Json[]).map(
    ({ predictionId }) => predictionId as string,
  );
const cancel = (at: TestApp, token: string | undefined, id: string) =>
  call(at.base, 'POST', `${PATH}/${id}/cancel`, { token });
const fail = (at: TestApp, token: string | undefined, id: string, body: unknown = { note: 'it is stuck' }) =>
  call(at.base, 'POST', `${PATH}/${id}/fail`, { token, body });
const start = async (at: TestApp, key: string, body: object = FAULT) =>
  (await generate(at.base, key, body)).predictionId as string;
const errorOf = async (at: TestApp, id: string) =>
  (
    await at.database.query<{ error_internal: string }>(
      'select error_internal from predictions where id = $1',
      [uuidOf(id)],
    )
  )[0]!.error_internal;

describe('GET /api/admin/predictions', () => {
  it('200: lists those of all accounts, newest first, in pages, each with its account, its email and its engine', async () => {
    const [one, two] = [await newCaller(front.base), await newCaller(front.base)];
    const started: string[] = [];
    for (const { key } of [one, two, one, two, one]) started.unshift(await start(front, key));
    const pages = await pagesOf(front, frontAdmin.accessToken, PATH, 2);
    const all = pages.flat();
    expect(all.slice(0, 5).map(({ predictionId }) => predictionId as string)).toEqual(started);
    expect(all[0]).toMatchObject({
      accountId: one.person.accountId,
      email: one.person.email,
      provider: 'fault',
      keyId: one.record.id,
      status: 'processing',
      thumbnailUrl: null,
    });
    expect(JSON.stringify(all)).not.toContain('internal');
  });

  it('200: every filter returns only matching predictions', async () => {
    const { person, key, record } = await newCaller(front.base);
    const id = await start(front, key, { ...FAULT, externalUserId: 'only-here' });
    const failed = await start(front, key);
    await cancel(front, frontAdmin.accessToken, failed);
    expect(await found(`?accountId=${person.accountId}`)).toEqual([failed, id]);
    expect(await found(`?accountId=${person.accountId}&status=failed`)).toEqual([failed]);
    expect(await found(`?predictionId=${id}`)).toEqual([id]);
    expect(await found(`?keyId=${record.id}&status=processing`)).toEqual([id]);
    expect(await found('?externalUserId=only-here')).toEqual([id]);
    expect(await found('?accountId=nonsense')).toEqual([]);
    expect(await found('?operation=speech')).toEqual([]);
  });

  it('200: a completed prediction has a thumbnail', async () => {
    const { person, key } = await newCaller(app.base);
    const id = await start(app, key);
    await finished(app.base, key, id);
    const { body } = await call(app.base, 'GET', `${PATH}?accountId=${person.accountId}`, {
      token: admin.accessToken,
    });
    expect((await fetch(body.items[0].thumbnailUrl)).status).toBe(200);
  });

  it.each([
    ['status=done', 'status'],
    [`accountId=${'x'.repeat(101)}`, 'accountId'],
    ['surprise=1', 'surprise'],
  ])('400: %s', async (query, field) => {
    expect([...new Set(fieldsOf(await list(frontAdmin.accessToken, `?${query}`)))]).toEqual([field]);
  });

  itRejectsInvalidPages(
    () => front,
    PATH,
    async () => frontAdmin.accessToken,
  );
  itRequiresAdmin(
    () => front,
    (token) => list(token),
  );
});

describe('GET /api/admin/predictions/:predictionId', () => {
  const read = (at: TestApp, token: string | undefined, id: string) =>
    call(at.base, 'GET', `${PATH}/${id}`, { token });

  it('200: what its account sees of it, with its account, engine, timeline, charge and refund', async () => {
    const { person, key, record } = await newCaller(front.base);
    const id = await start(front, key, { ...FAULT, externalUserId: 'someone' });
    const running = (await read(front, frontAdmin.accessToken, id)).body;
    expect(running).toMatchObject({
      success: true,
      predictionId: id,
      status: 'processing',
      accountId: person.accountId,
      provider: 'fault',
      keyId: record.id,
      externalUserId: 'someone',
      input: { mode: 'ok' },
      thumbnailUrl: null,
    });
    expect(running.ledger.map(({ kind, amount }: Json) => [kind, amount])).toEqual([['charge', -1]]);
    await fail(front, frontAdmin.accessToken, id, { note: 'the engine burned down' });
    const failed = (await read(front, frontAdmin.accessToken, id)).body;
    expect(failed).toMatchObject({ status: 'failed', creditsRefunded: 1, error: { code: 'internal_error' } });
    expect(failed.timeline.map(({ event }: Json) => event as string)).toEqual([
      ...['accepted', 'charged', 'queued'],
      ...['failed', 'refunded'],
    ]);
    expect(failed.ledger.map(({ kind, amount }: Json) => [kind, amount])).toEqual([
      ['charge', -1],
      ['refund', 1],
    ]);
    expect(JSON.stringify(failed)).not.toContain('burned');
  });

  it('200: a completed one has its attempts and its file; a deleted one neither prompt nor input', async () => {
    const { person, key } = await newCaller(app.base);
    const id = await start(app, key, { modelKey: 'embedded-image', prompt: 'a secret harbour' });
    await finished(app.base, key, id);
    const completed = (await read(app, admin.accessToken, id)).body;
    expect(completed).toMatchObject({ status: 'completed', attempts: 1, prompt: 'a secret harbour' });
    expect(completed.timeline.map(({ event }: Json) => event as string)).toContain('attempt_started');
    expect((await fetch(completed.outputs[0].url)).status).toBe(200);
    expect((await fetch(completed.thumbnailUrl)).status).toBe(200);
    const path = `/api/dashboard/predictions/${id}`;
    expect((await call(app.base, 'DELETE', path, { token: person.accessToken })).status).toBe(200);
    const deleted = (await read(app, admin.accessToken, id)).body;
    expect(deleted).toMatchObject({ status: 'completed', prompt: null, input: {}, outputs: [] });
    expect(JSON.stringify(deleted)).not.toContain('harbour');
  });

  it.each(['nothing', UNKNOWN])('404: %s', async (id) => {
    const { status, body } = await read(front, frontAdmin.accessToken, id);
    expect([status, body.code]).toEqual([404, 'prediction_not_found']);
  });

  itRequiresAdmin(
    () => front,
    (token) => read(front, token, UNKNOWN),
  );
});

describe('POST /api/admin/predictions/:predictionId/cancel', () => {
  it('200: cancels a prediction of any account and refunds it once', async () => {
    const { person, key } = await newCaller(front.base);
    const id = await start(front, key);
    const answer = await cancel(front, frontAdmin.accessToken, id);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      success: true,
      predictionId: id,
      accountId: person.accountId,
      status: 'failed',
      error: { code: 'cancelled' },
      creditsRefunded: 1,
    });
    expect((await cancel(front, frontAdmin.accessToken, id)).body).toEqual(answer.body);
    expect(await balanceOf(front.base, key)).toBe(1000);
  });

  it('200: does not change a completed prediction', async () => {
    const { key } = await newCaller(app.base);
    const id = await start(app, key);
    await finished(app.base, key, id);
    for (const end of [cancel, fail])
      expect((await end(app, admin.accessToken, id)).body.status).toBe('completed');
    expect(await balanceOf(app.base, key)).toBe(999);
  });

  it('404: for an unknown and an invalid id', async () => {
    for (const id of [UNKNOWN, 'nonsense'])
      expect((await cancel(front, frontAdmin.accessToken, id)).body).toEqual(
        refusal(404, 'prediction_not_found'),
      );
  });

  itRequiresAdmin(
    () => front,
    (token) => cancel(front, token, UNKNOWN),
  );
});

describe('POST /api/admin/predictions/:predictionId/fail', () => {
  it('200: fails a prediction that its engine never finishes; only administrators see the reason', async () => {
    const { key } = await newCaller(app.base);
    const id = await start(app, key, { ...FAULT, mode: 'hang' });
    const status = () => call(app.base, 'GET', `/api/generate/status/${id}`, { token: key });
    while ((await status()).body.startedAt === null);
    const answer = await fail(app, admin.accessToken, id, { note: 'the engine lost it' });
    expect(answer.body).toMatchObject({
      status: 'failed',
      error: { code: 'internal_error', retryable: true },
      creditsRefunded: 1,
    });
    const { body, text } = await status();
    expect(body).toMatchObject({ status: 'failed', error: { code: 'internal_error' } });
    expect(text + answer.text).not.toContain('the engine lost it');
    expect(await errorOf(app, id)).toBe(`${admin.userId}: the engine lost it`);
    expect(await balanceOf(app.base, key)).toBe(1000);
  });

  it.each([
    ['no reason', {}],
    ['an empty reason', { note: '' }],
    ['a reason of 501 characters', { note: 'n'.repeat(501) }],
    ['a reason that is none', { note: 5 }],
  ])('400: %s, and the prediction continues', async (_name, body) => {
    const { key } = await newCaller(front.base);
    const id = await start(front, key);
    const answer = await fail(front, frontAdmin.accessToken, id, body);
    expect([answer.status, [...new Set(fieldsOf(answer))]]).toEqual([400, ['note']]);
    expect((await call(front.base, 'GET', `/api/generate/status/${id}`, { token: key })).body.status).toBe(
      'processing',
    );
  });

  it('404: for an unknown and an invalid id', async () => {
    for (const id of [UNKNOWN, 'nonsense'])
      expect((await fail(front, frontAdmin.accessToken, id)).body).toEqual(
        refusal(404, 'prediction_not_found'),
      );
  });

  itRequiresAdmin(
    () => front,
    (token) => fail(front, token, UNKNOWN),
  );
});
