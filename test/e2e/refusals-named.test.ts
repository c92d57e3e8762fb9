/** What a 401 and a 403 say: the kind of credential, its form, and the scopes that the route declares. */
import { startApp, type TestApp } from '../support/app.js';
import { call, createKey, type Person, register } from '../support/client.js';

let app: TestApp;
let person: Person;
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' });
  person = await register(app.base);
});
afterAll(() => app.close());

const ask = (method: string, path: string, token?: string, body?: object) =>
  call(app.base, method, path, { token, body });
const keyWith = async (...scopes: string[]) => (await createKey(app.base, person, { scopes })).key as string;

it.each([
  ['GET', '/api/credits/balance', ['read'], 'billing', undefined],
  ['GET', '/api/generate/history', ['billing'], 'read', undefined],
  ['GET', '/api/generate/reframe/history', ['generate:video'], 'read', undefined],
  ['POST', '/api/generate', ['read'], 'write or generate:image', { modelKey: 'embedded-image', prompt: 'x' }],
  [
    'POST',
    '/api/generate',
    ['generate:image'],
    'write or generate:video',
    { modelKey: 'embedded-video', prompt: 'x' },
  ],
  [
    'POST',
    '/api/generate',
    ['billing'],
    'write, generate:image, generate:video, generate:audio or generate:3d',
    {},
  ],
] as const)(
  '403 insufficient_scope: %s %s by a key with %j names %s',
  async (method, path, scopes, named, body) => {
    const { status, body: error } = await ask(method, path, await keyWith(...scopes), body);
    expect({ status, code: error.code }).toEqual({ status: 403, code: 'insufficient_scope' });
    expect(error.message).toBe(`This API key lacks the scope ${named}.`);
  },
);

it('403 insufficient_scope: the status of a prediction names the scopes of its modality', async () => {
  const body = { modelKey: 'embedded-image', prompt: 'x' };
  const { body: started } = await ask('POST', '/api/generate', await keyWith('write'), body);
  const { body: error } = await ask(
    'GET',
    `/api/generate/status/${started.predictionId}`,
    await keyWith('generate:video'),
  );
  expect(error.message).toBe('This API key lacks the scope read, write or generate:image.');
});

it('401: a key that is unknown, revoked or expired has one message', async () => {
  const revoked = await createKey(app.base, person);
  await ask('DELETE', `/api/keys/${revoked.id}`, person.accessToken);
  const expired = await createKey(app.base, person);
  await app.database.query(`update api_keys set expires_at = now() where last_four = $1`, [
    expired.key.slice(-4),
  ]);
  const messages = [];
  for (const token of [revoked.key, expired.key]) {
    const { status, body } = await ask('GET', '/api/credits/balance', token);
    messages.push([status, body.code, body.message]);
  }
  const same = [401, 'invalid_api_key', 'The API key is unknown, expired, disabled or revoked.'];
  expect(messages).toEqual([same, same]);
});

it('401: names the kind of credential that a route takes', async () => {
  const key = await keyWith('read');
  const byKey = await ask('GET', '/api/keys', key);
  expect(byKey.body).toMatchObject({
    code: 'invalid_token',
    message: expect.stringMatching(/^This is an API key; /),
  });
  const byToken = await ask('GET', '/api/credits/balance', person.accessToken);
  expect(byToken.body).toMatchObject({
    code: 'invalid_api_key',
    message: expect.stringMatching(/^This is an access token /),
  });
  const byHeader = await call(app.base, 'GET', '/api/credits/balance', { headers: { 'x-api-key': key } });
  expect(byHeader.body.message).toMatch(/^The API key is not read from the header x-api-key\./);
  const either = await ask('GET', '/api/usage');
  expect(either.body.message).toMatch(/^The API key is missing\./);
});
