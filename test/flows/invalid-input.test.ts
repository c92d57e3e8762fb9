/**
 * Invalid input: each request is rejected with the contract's error body, names its field, and changes nothing. Never a 5xx,
 * never a hang. Values just inside each boundary are accepted.
 */
import { gzipSync } from 'node:zlib';
import { startApp, type TestApp } from '../support/app.js';
import {
  type BadRequest,
  expectRefusal,
  type Refusal,
  send,
  sendBytes,
  stateOf,
} from '../support/bad-request.js';
import { call, generate, newCaller, type Person, register } from '../support/client.js';
import { expectSoundLedger } from '../support/ledger-audit.js';

const IMAGE = { modelKey: 'embedded-image', prompt: 'a lighthouse' };
const UPSCALE = { modelKey: 'embedded-upscale' };
const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const VALIDATION = { status: 400, code: 'validation_failed' } as const;
const MALFORMED = { status: 400, code: 'malformed_json' } as const;

let app: TestApp;
let person: Person;
let key: string;
let keyId: string;
let predictionId: string;
let foreign: { predictionId: string; keyId: string };
const counts = { refused: 0, admitted: 0 };

beforeAll(async () => {
  // Without a worker: accepted predictions stay processing while later rejections are compared with the state.
  app = await startApp({ ROLES: 'api', SIGNUP_CREDITS: '100000' });
  const own = await newCaller(app.base);
  ({ person, key } = own);
  keyId = own.record.id;
  ({ predictionId } = await generate(app.base, key, IMAGE));
  await generate(app.base, key, IMAGE);
  const other = await newCaller(app.base);
  foreign = {
    keyId: other.record.id,
    predictionId: (await generate(app.base, other.key, IMAGE)).predictionId,
  };
});
afterAll(async () => {
  console.log(
    `bad input: ${counts.refused} refusals in the contract's words, nothing changed; ${counts.admitted} at the right side of their boundary admitted; ${await expectSoundLedger(app.url)}`,
  );
  await app.close();
});

type Caller = 'key' | 'person' | 'anonymous';
const authorization = (as: Caller): Record<string, string> =>
  as === 'anonymous' ? {} : { authorization: `Bearer ${as === 'key' ? key : person.accessToken}` };

async function refuses(bad: BadRequest, expected: Refusal, as: Caller = 'key'): Promise<void> {
  const before = await stateOf(app, person.accountId);
  const answer = await send(app.base, { ...bad, headers: { ...authorization(as), ...bad.headers } });
  expectRefusal(answer, expected);
  expect(await stateOf(app, person.accountId)).toEqual(before);
  counts.refused++;
}

async function admits(good: BadRequest, status: number, as: Caller = 'key') {
  const answer = await send(app.base, { ...good, headers: { ...authorization(as), ...good.headers } });
  expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
  counts.admitted++;
  return answer;
}

const generation = (body: BadRequest['body'], headers: BadRequest['headers'] = {}): BadRequest => ({
  path: '/api/generate',
  body,
  headers,
});
const quote = (body: object): BadRequest => ({ path: '/api/generate/quote', body });

describe('a malformed body', () => {
  const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const big = JSON.stringify({ ...IMAGE, prompt: 'x'.repeat(2_000_000) });
  const bomb = gzipSync(JSON.stringify({ ...IMAGE, prompt: 'x'.repeat(50_000_000) }));
  it.each<[string, BadRequest['body'], Refusal, BadRequest['headers']?]>([
    ['cut short', '{"modelKey":"embedded-image",', MALFORMED],
    ['with a trailing comma', '{"modelKey":"embedded-image",}', MALFORMED],
    ['only a quote', '"', MALFORMED],
    ['of an unquoted word', 'undefined', MALFORMED],
    ['with NaN', '{"seed":NaN}', MALFORMED],
    ['with a raw NUL byte', '{"modelKey":"embedded-\u0000image"}', MALFORMED],
    ['of bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), MALFORMED],
    [
      'with a raw lone surrogate',
      Buffer.concat([
        Buffer.from('{"modelKey":"embedded-image","prompt":"'),
        Buffer.from([0xed, 0xa0, 0x80]),
        Buffer.from('"}'),
      ]),
      MALFORMED,
    ],
    ['nested 10,000 deep', deep(10_000), VALIDATION],
    ['of 10,000 nested arrays', `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, VALIDATION],
    ['nested 10,000 deep and cut short', deep(10_000).slice(0, -1), MALFORMED],
    ['an array', '[]', { ...VALIDATION, field: 'body' }],
    ['an array of one request', [IMAGE], { ...VALIDATION, field: 'body' }],
    ['null', 'null', { ...VALIDATION, field: 'body' }],
    ['a string', '"embedded-image"', { ...VALIDATION, field: 'body' }],
    ['a number', '1', { ...VALIDATION, field: 'body' }],
    ['of 2 MB', big, { status: 413, code: 'payload_too_large' }],
    [
      'of 2 MB in chunks',
      big,
      { status: 413, code: 'payload_too_large' },
      { 'transfer-encoding': 'chunked' },
    ],
    [
      'that unpacks to 50 MB',
      bomb,
      { status: 413, code: 'payload_too_large' },
      { 'content-encoding': 'gzip' },
    ],
    ['that says gzip and is not', '{}', MALFORMED, { 'content-encoding': 'gzip' }],
    [
      'of an unknown encoding',
      '{}',
      { status: 415, code: 'unsupported_media_type' },
      { 'content-encoding': 'lzma' },
    ],
    [
      'in another charset than UTF-8',
      Buffer.from('{"prompt":"Zoë"}', 'latin1'),
      MALFORMED,
      { 'content-type': 'application/json; charset=latin1' },
    ],
    [
      'of type text/plain',
      JSON.stringify(IMAGE),
      { status: 415, code: 'unsupported_media_type' },
      { 'content-type': 'text/plain' },
    ],
    [
      'of a form',
      'modelKey=embedded-image',
      { status: 415, code: 'unsupported_media_type' },
      { 'content-type': 'application/x-www-form-urlencoded' },
    ],
    [
      'of a nonsense type',
      JSON.stringify(IMAGE),
      { status: 415, code: 'unsupported_media_type' },
      { 'content-type': ';;;' },
    ],
    [
      'of no type',
      JSON.stringify(IMAGE),
      { status: 415, code: 'unsupported_media_type' },
      { 'content-type': '' },
    ],
  ])('%s', async (...[, body, expected, headers]) => {
    await refuses(generation(body, headers), expected);
  });

  it('no body at all', () => refuses(generation(undefined), { ...VALIDATION, field: 'modelKey' }));
});

describe('a field that no model takes', () => {
  it.each<[string, BadRequest['body'], string]>([
    ['an escaped NUL', { ...IMAGE, prompt: 'a\u0000b' }, 'prompt'],
    ['an escaped lone high surrogate', '{"modelKey":"embedded-image","prompt":"\\ud800"}', 'prompt'],
    ['an escaped lone low surrogate', '{"modelKey":"embedded-image","prompt":"x\\udc00y"}', 'prompt'],
    [
      'a lone surrogate in metadata',
      '{"modelKey":"embedded-image","prompt":"x","metadata":{"a":"\\ud800"}}',
      'metadata.a',
    ],
    ['a NUL in externalUserId', { ...IMAGE, externalUserId: 'a\u0000' }, 'externalUserId'],
    ['__proto__', '{"modelKey":"embedded-image","prompt":"x","__proto__":{"admin":true}}', '__proto__'],
    [
      'constructor',
      '{"modelKey":"embedded-image","prompt":"x","constructor":{"prototype":{}}}',
      'constructor',
    ],
    [
      '__proto__ in metadata',
      '{"modelKey":"embedded-image","prompt":"x","metadata":{"__proto__":"x"}}',
      'metadata.__proto__',
    ],
    ['1e999', '{"modelKey":"embedded-image","prompt":"x","seed":1e999}', 'seed'],
    ['-1e999', '{"modelKey":"embedded-image","prompt":"x","seed":-1e999}', 'seed'],
    ['a number as a string', { ...IMAGE, seed: '1' }, 'seed'],
    ['a fraction for a whole number', { ...IMAGE, seed: 1.5 }, 'seed'],
    ['a negative seed', { ...IMAGE, seed: -1 }, 'seed'],
    ['a seed beyond 32 bits', { ...IMAGE, seed: 4294967296 }, 'seed'],
    ['a string for a boolean', { modelKey: 'embedded-video', prompt: 'x', sound: 'true' }, 'sound'],
    ['an object for a string', { ...IMAGE, prompt: { toString: 'x' } }, 'prompt'],
    ['an array for a string', { ...IMAGE, prompt: ['x'] }, 'prompt'],
    ['null for a string', { ...IMAGE, prompt: null }, 'prompt'],
    ['a prompt of nothing', { ...IMAGE, prompt: '' }, 'prompt'],
    ['a prompt of spaces', { ...IMAGE, prompt: ' \n\t ' }, 'prompt'],
    ['a prompt of 4,001 characters', { ...IMAGE, prompt: 'x'.repeat(4001) }, 'prompt'],
    ['no prompt', { modelKey: 'embedded-image' }, 'prompt'],
    ['an unknown field', { ...IMAGE, callbackUrl: 'https://example.com/hook' }, 'callbackUrl'],
    ['a field of another model', { ...IMAGE, videoUrl: 'https://example.com/a.mp4' }, 'videoUrl'],
    ['an unknown format', { ...IMAGE, format: 'bmp' }, 'format'],
    ['a width of nothing', { ...IMAGE, aspectRatio: '0:1' }, 'aspectRatio'],
    ['an aspect ratio of words', { ...IMAGE, aspectRatio: 'wide' }, 'aspectRatio'],
    ['an aspect ratio past 4:1', { ...IMAGE, aspectRatio: '401:100' }, 'aspectRatio'],
    ['an aspect ratio as an array', { ...IMAGE, aspectRatio: [16, 9] }, 'aspectRatio'],
    ['a resolution of 255', { ...IMAGE, resolution: 255 }, 'resolution'],
    ['a resolution of 2,049', { ...IMAGE, resolution: 2049 }, 'resolution'],
    ['a duration of 0.9', { modelKey: 'embedded-video', prompt: 'x', duration: 0.9 }, 'duration'],
    ['a duration of 10.1', { modelKey: 'embedded-video', prompt: 'x', duration: 10.1 }, 'duration'],
    ['a duration as a string', { modelKey: 'embedded-video', prompt: 'x', duration: '5' }, 'duration'],
    ['modelKey as a number', { ...IMAGE, modelKey: 1 }, 'modelKey'],
    ['modelKey as an array', { ...IMAGE, modelKey: ['embedded-image'] }, 'modelKey'],
    ['modelKey null', { ...IMAGE, modelKey: null }, 'modelKey'],
    ['metadata of 17 values', { ...IMAGE, metadata: entries(17) }, 'metadata'],
    ['metadata as an array', { ...IMAGE, metadata: ['a'] }, 'metadata'],
    ['metadata with a number', { ...IMAGE, metadata: { a: 1 } }, 'metadata.a'],
    ['metadata with an object', { ...IMAGE, metadata: { a: {} } }, 'metadata.a'],
    ['metadata with a value of 501', { ...IMAGE, metadata: { a: 'x'.repeat(501) } }, 'metadata.a'],
    ['externalUserId of nothing', { ...IMAGE, externalUserId: '' }, 'externalUserId'],
    ['externalUserId of 129', { ...IMAGE, externalUserId: 'x'.repeat(129) }, 'externalUserId'],
    ['externalUserId as a number', { ...IMAGE, externalUserId: 7 }, 'externalUserId'],
    ['a deadline of 9.9 s', { ...IMAGE, deadlineSeconds: 9.9 }, 'deadlineSeconds'],
    ['a deadline after the model’s own', { ...IMAGE, deadlineSeconds: 900.1 }, 'deadlineSeconds'],
    ['a deadline as a string', { ...IMAGE, deadlineSeconds: '60' }, 'deadlineSeconds'],
    [
      'a deadline of 1e999',
      '{"modelKey":"embedded-image","prompt":"x","deadlineSeconds":1e999}',
      'deadlineSeconds',
    ],
  ])('%s', async (_what, body, field) => {
    await refuses(generation(body), { ...VALIDATION, field });
    await refuses({ ...generation(body), path: '/api/generate/quote' }, { ...VALIDATION, field });
  });

  it('every invalid field is named, not only the first', async () => {
    const body = {
      ...IMAGE,
      seed: 'x',
      aspectRatio: 'wide',
      colour: 'red',
      metadata: { a: 1 },
      externalUserId: '',
      deadlineSeconds: 1,
    };
    const answer = await send(app.base, { ...generation(body), headers: authorization('key') });
    const fields = answer.body.details.map(({ field }: { field: string }) => field);
    expect(new Set(fields)).toEqual(
      new Set(['seed', 'aspectRatio', 'colour', 'metadata.a', 'externalUserId', 'deadlineSeconds']),
    );
  });

  it.each([
    '',
    'no-such-model',
    'embedded-fault\u200b',
    '../plans',
    '__proto__',
    'x'.repeat(10_000),
    'constructor',
  ])('the unknown model %#', (modelKey) =>
    refuses(generation({ ...IMAGE, modelKey }), { status: 400, code: 'model_not_found', field: 'modelKey' }),
  );
});

describe('a media link that is not allowed', () => {
  it.each([
    'https://127.0.0.1/a.png',
    'https://2130706433/a.png',
    'https://0x7f.1/a.png',
    'https://[::1]/a.png',
    'https://[::ffff:127.0.0.1]/a.png',
    'https://10.0.0.1/a.png',
    'https://192.168.1.1/a.png',
    'https://172.16.0.1/a.png',
    'https://169.254.169.254/latest/meta-data/',
    'https://0.0.0.0/a.png',
    'https://localhost/a.png',
    'https://user:password@example.com/a.png',
    'http://example.com/a.png',
    'ftp://example.com/a.png',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'gopher://example.com/',
    'blob:https://example.com/1',
    '//example.com/a.png',
    'example.com/a.png',
    'https://',
    'https://exa mple.com/a.png',
    ' https://example.com/a.png',
    '/etc/passwd',
    '/api/assets/pred_1/0.png',
    '/api/assets/../../secrets/jwt-secret',
    '/api/keys',
    'data:text/html;base64,PGgxPg==',
    'data:video/mp4;base64,AAAA',
    'data:image/png,plain',
    'data:image/png;base64,',
    'data:image/png;base64,****',
    'data:,',
    '',
    'x'.repeat(5000),
  ])('%s', (imageUrl) => refuses(generation({ ...UPSCALE, imageUrl }), { ...VALIDATION, field: 'imageUrl' }));

  it.each([[1], [['https://example.com/a.png']], [{ url: 'https://example.com/a.png' }], [null]])(
    'of the wrong type: %j',
    (imageUrl) => refuses(generation({ ...UPSCALE, imageUrl }), { ...VALIDATION, field: 'imageUrl' }),
  );
});

describe('an Idempotency-Key', () => {
  it.each(['', '   ', 'x'.repeat(256)])('that is rejected: %#', (name) =>
    refuses(generation(IMAGE, { 'idempotency-key': name }), { ...VALIDATION, field: 'Idempotency-Key' }),
  );

  it('of 255 characters, and of any characters that a header allows, is accepted', async () => {
    await admits(generation(IMAGE, { 'idempotency-key': 'x'.repeat(255) }), 201);
    await admits(generation(IMAGE, { 'idempotency-key': 'é; "quoted" \\ 100%' }), 201);
  });
});

describe('just inside the boundary', () => {
  it.each<[string, object]>([
    ['a prompt of 4,000 characters', { ...IMAGE, prompt: 'x'.repeat(4000) }],
    ['a prompt of 4,000 characters beyond the basic plane', { ...IMAGE, prompt: '🏔'.repeat(4000) }],
    ['metadata of 16 values', { ...IMAGE, metadata: entries(16) }],
    ['a metadata value of 500', { ...IMAGE, metadata: { a: 'x'.repeat(500) } }],
    ['externalUserId of 128', { ...IMAGE, externalUserId: 'x'.repeat(128) }],
    ['the earliest deadline', { ...IMAGE, deadlineSeconds: 10 }],
    ['the model’s own deadline', { ...IMAGE, deadlineSeconds: 900 }],
    ['the smallest seed', { ...IMAGE, seed: 0 }],
    ['the largest seed', { ...IMAGE, seed: 4294967295 }],
    ['the widest picture', { ...IMAGE, aspectRatio: '4:1' }],
    ['the tallest picture', { ...IMAGE, aspectRatio: '1:4' }],
    ['the shortest video', { modelKey: 'embedded-video', prompt: 'x', duration: 1 }],
    ['the longest video', { modelKey: 'embedded-video', prompt: 'x', duration: 10 }],
    ['a public https link', { ...UPSCALE, imageUrl: 'https://example.com/a.png' }],
    ['a data URL', { ...UPSCALE, imageUrl: PNG }],
  ])('%s is accepted', (_what, body) => admits(quote(body), 200));

  it('accepted values are returned unchanged', async () => {
    const body = {
      ...IMAGE,
      prompt: 'Ω 🏔 "quoted" \\ \u2028',
      metadata: { 'a key': 'ä' },
      externalUserId: '💶',
    };
    const { predictionId: id } = (await admits(generation(body), 201)).body;
    const { items } = (await call(app.base, 'GET', '/api/generate/history?limit=1', { token: key })).body;
    expect(items[0]).toMatchObject({
      predictionId: id,
      prompt: body.prompt,
      metadata: body.metadata,
      externalUserId: body.externalUserId,
    });
  });
});

describe('invalid fields of a key', () => {
  const fine = { name: 'a key', scopes: ['read'] };
  const post = (body: object): BadRequest => ({ path: '/api/keys', body });

  it.each<[string, object]>([
    ['rateLimit', { ...fine, rateLimit: 9 }],
    ['rateLimit', { ...fine, rateLimit: 6001 }],
    ['rateLimit', { ...fine, rateLimit: 10.5 }],
    ['rateLimit', { ...fine, rateLimit: '120' }],
    ['rateLimit', { ...fine, rateLimit: null }],
    ['rateLimit', { ...fine, rateLimit: -120 }],
    ['rateLimit', { ...fine, rateLimit: [120] }],
    ['rateLimit', { ...fine, rateLimit: true }],
    ['name', { scopes: ['read'] }],
    ['name', { ...fine, name: '' }],
    ['name', { ...fine, name: '   ' }],
    ['name', { ...fine, name: '\u3000\n' }],
    ['name', { ...fine, name: 'x'.repeat(101) }],
    ['name', { ...fine, name: null }],
    ['name', { ...fine, name: 7 }],
    ['name', { ...fine, name: ['a key'] }],
    ['name', { ...fine, name: 'a\u0000b' }],
    ['scopes', { name: 'a key' }],
    ['scopes', { ...fine, scopes: [] }],
    ['scopes', { ...fine, scopes: 'read' }],
    ['scopes', { ...fine, scopes: null }],
    ['scopes', { ...fine, scopes: { 0: 'read' } }],
    ['scopes', { ...fine, scopes: ['admin'] }],
    ['scopes', { ...fine, scopes: ['read', 'generate:*'] }],
    ['scopes', { ...fine, scopes: ['READ'] }],
    ['scopes', { ...fine, scopes: [['read']] }],
    ['scopes', { ...fine, scopes: [1] }],
    ['scopes', { ...fine, scopes: [null] }],
    ['env', { ...fine, env: 'prod' }],
    ['env', { ...fine, env: null }],
    ['env', { ...fine, env: 'LIVE' }],
    ['env', { ...fine, env: ['live'] }],
    ['accountId', { ...fine, accountId: 'acc_1' }],
    ['key', { ...fine, key: 'of_live_mine' }],
  ])('%s of %j', (field, body) => refuses(post(body), { ...VALIDATION, field }, 'person'));

  it.each<[object, object]>([
    [{ rateLimit: 10 }, { rateLimit: 10 }],
    [{ rateLimit: 6000 }, { rateLimit: 6000 }],
    [{ name: 'x' }, { name: 'x' }],
    [{ name: `  ${'🔑'.repeat(100)}  ` }, { name: '🔑'.repeat(100) }],
    [{ scopes: ['read', 'billing', 'read'] }, { scopes: ['read', 'billing'] }],
    [{ env: 'test' }, { prefix: 'of_test' }],
  ])('%j is accepted', async (fields, shown) => {
    const { body } = await admits(post({ ...fine, ...fields }), 201, 'person');
    expect(body).toMatchObject(shown);
    await call(app.base, 'DELETE', `/api/keys/${body.id}`, { token: person.accessToken });
  });

  it.each<[string, object]>([
    ['name', {}],
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(101) }],
    ['scopes', { name: 'renamed', scopes: ['write'] }],
    ['rateLimit', { name: 'renamed', rateLimit: 6001 }],
    ['env', { name: 'renamed', env: 'test' }],
    ['expiresAt', { name: 'renamed', expiresAt: '2020-01-01T00:00:00Z' }],
    ['allowedIps', { name: 'renamed', allowedIps: ['10.0.0.0/33'] }],
    ['allowedModels', { name: 'renamed', allowedModels: ['no-such-model'] }],
    ['metadata', { name: 'renamed', metadata: { color: 7 } }],
    ['disabled', { name: 'renamed', disabled: null }],
    ['status', { name: 'renamed', status: 'active' }],
  ])('%s in a change with %j', (field, body) =>
    refuses({ method: 'PATCH', path: `/api/keys/${keyId}`, body }, { ...VALIDATION, field }, 'person'),
  );
});

describe('invalid fields of a registration or sign-in', () => {
  it.each<[string, string, object]>([
    ['register', 'email', { email: 'nobody', password: 'long enough a password' }],
    ['register', 'email', { email: `${'x'.repeat(250)}@example.com`, password: 'long enough a password' }],
    ['register', 'email', { email: ['a@example.com'], password: 'long enough a password' }],
    ['register', 'password', { email: 'a@example.com', password: 'x'.repeat(11) }],
    ['register', 'password', { email: 'a@example.com', password: 'x'.repeat(129) }],
    ['register', 'password', { email: 'a@example.com', password: 123456789012 }],
    ['register', 'role', { email: 'a@example.com', password: 'long enough a password', role: 'admin' }],
    ['login', 'password', { email: 'a@example.com' }],
    ['login', 'password', { email: 'a@example.com', password: { $ne: null } }],
    ['login', 'email', { email: { $gt: '' }, password: 'x' }],
    ['refresh', 'refreshToken', { refreshToken: 1 }],
    ['refresh', 'refreshToken', { refreshToken: null }],
    ['logout', 'refreshToken', { refreshToken: ['x'] }],
  ])('%s: %s in %j', (route, field, body) =>
    refuses({ path: `/api/auth/${route}`, body }, { ...VALIDATION, field }, 'anonymous'),
  );
});

describe('an invalid, unknown or foreign id', () => {
  const odd = [
    'pred_0123456789abcdef0123456789abcdef',
    'key_0123456789abcdef0123456789abcdef',
    'pred_',
    'PRED_0123456789ABCDEF0123456789ABCDEF',
    '%00',
    'pred_%00',
    'pred_0123456789abcdef0123456789abcde%67',
    '%20',
    '%F0%9F%94%91',
    '..%2f..%2fetc%2fpasswd',
    `pred_${'0'.repeat(5000)}`,
    "pred_'%20or%201=1--",
    'pred_0123456789abcdef0123456789abcdef%0a',
    '0',
    '-1',
    'null',
    '__proto__',
  ];
  const gone = { status: 404, code: 'prediction_not_found' };
  const noKey = { status: 404, code: 'key_not_found' };

  it.each(odd)('%s', async (id) => {
    await refuses({ method: 'GET', path: `/api/generate/status/${id}` }, gone);
    await refuses({ path: `/api/generate/${id}/cancel` }, gone);
    await refuses({ method: 'PATCH', path: `/api/keys/${id}`, body: { name: 'mine' } }, noKey, 'person');
    await refuses({ method: 'DELETE', path: `/api/keys/${id}` }, noKey, 'person');
    await refuses({ method: 'GET', path: `/api/models/${id}` }, { status: 404, code: 'model_not_found' });
  });

  it('a foreign id', async () => {
    await refuses({ method: 'GET', path: `/api/generate/status/${foreign.predictionId}` }, gone);
    await refuses({ path: `/api/generate/${foreign.predictionId}/cancel` }, gone);
    await refuses(
      { method: 'PATCH', path: `/api/keys/${foreign.keyId}`, body: { name: 'mine' } },
      noKey,
      'person',
    );
    await refuses({ method: 'DELETE', path: `/api/keys/${foreign.keyId}` }, noKey, 'person');
  });

  it.each(['%zz', '%', '%E0%A4%A', '%c0%ae%c0%ae', '%ff'])('the path cannot be decoded: %s', async (id) => {
    await refuses({ method: 'GET', path: `/api/generate/status/${id}` }, VALIDATION);
    await refuses({ method: 'DELETE', path: `/api/keys/${id}` }, VALIDATION, 'person');
  });

  it.each([
    '/api/generate/status/../../keys',
    '/api//generate',
    '/API/GENERATED/',
    '/api/generate/status/a/b',
  ])('unknown route: GET %s', (path) => refuses({ method: 'GET', path }, { status: 404, code: 'not_found' }));
});

describe('an invalid query', () => {
  const get = (path: string): BadRequest => ({ method: 'GET', path });
  const lists = ['/api/generate/history', '/api/generate/reframe/history', '/api/credits/ledger'];

  it.each([
    ...['0', '101', '-1', '1.5', 'abc', '1e1', '', ' 5', '0x10', '٣', '99999999999999999999'].map((limit) => [
      'limit',
      `limit=${encodeURIComponent(limit)}`,
    ]),
    ['limit', 'limit=1&limit=2'],
    ['limit', 'limit[]=1'],
    ['cursor', 'cursor=garbage'],
    ['cursor', 'cursor='],
    ['cursor', 'cursor=a&cursor=b'],
    ['cursor', `cursor=${'A'.repeat(501)}`],
    ['cursor', `cursor=${cursor([])}`],
    ['cursor', `cursor=${cursor(['1', '2', '3'])}`],
    ['cursor', `cursor=${cursor({ id: 1 })}`],
    ['cursor', `cursor=${cursor(['2026-99-99T99:99:99.999999Z', '0199f0c2-a1b2-7c3d-8e4f-5a6b7c8d9e0f'])}`],
    ['cursor', `cursor=${cursor(['2026-02-30T12:00:00.000000Z', '0199f0c2-a1b2-7c3d-8e4f-5a6b7c8d9e0f'])}`],
    ['cursor', `cursor=${cursor(['2026-11-20T12:00:00.000000Z', '-'.repeat(36)])}`],
    ['cursor', `cursor=${cursor(["1' or '1'='1"])}`],
    ['colour', 'colour=red'],
    ['__proto__', '__proto__=x'],
  ])('of every list: %s in %s', async (field, query) => {
    const expected = field.startsWith('limit[')
      ? VALIDATION
      : { ...VALIDATION, field: field === 'limit' && query.startsWith('limit[]') ? 'limit[]' : field };
    for (const path of lists) await refuses(get(`${path}?${query}`), expected);
  });

  it.each([
    ['status', 'status=done'],
    ['status', 'status=failed&status=completed'],
    ['modality', 'modality=text'],
    ['env', 'env=prod'],
    ['externalUserId', `externalUserId=${'x'.repeat(129)}`],
    ['externalUserId', 'externalUserId=%00'],
    ['modelKey', 'modelKey=a&modelKey=b'],
    ['keyId', 'keyId=a&keyId=b'],
    ...['from', 'to'].flatMap((field) =>
      [
        'yesterday',
        '2026-02-30',
        '2026-13-01T00:00:00Z',
        '1763640000',
        '',
        '2026-11-20T25:00:00Z',
        '+275760-09-14T00:00:00Z',
        '-000001-01-01T00:00:00Z',
      ].map((text) => [field, `${field}=${encodeURIComponent(text)}`]),
    ),
  ] as [string, string][])('of the history: %s in %s', async (field, query) => {
    for (const path of lists.slice(0, 2)) await refuses(get(`${path}?${query}`), { ...VALIDATION, field });
  });

  it.each([
    ...['-1', '61', 'x', '60.1', '1e1', '', '0x1'].map((wait) => ['wait', `wait=${wait}`]),
    ['wait', 'wait=1&wait=2'],
    ['timeline', 'timeline=yes'],
    ['timeline', 'timeline=true&timeline=false'],
    ['unknown', 'unknown=1'],
  ] as [string, string][])('of a status: %s in %s', (field, query) =>
    refuses(get(`/api/generate/status/${predictionId}?${query}`), { ...VALIDATION, field }),
  );

  it.each([
    ['modality', 'modality=text'],
    ['operation', 'operation=text-to-text'],
    ['operation', 'operation=music&operation=speech'],
    ['limit', 'limit=5'],
  ])('of the models: %s in %s', (field, query) =>
    refuses(get(`/api/models?${query}`), { ...VALIDATION, field }),
  );

  it('a cursor of another list, and a modified cursor, are rejected', async () => {
    const cursorOf = async (path: string) =>
      (await call(app.base, 'GET', `${path}?limit=1`, { token: key })).body.nextCursor as string;
    const [history, ledger] = [await cursorOf(lists[0]!), await cursorOf(lists[2]!)];
    await admits(get(`${lists[0]}?cursor=${history}`), 200);
    await admits(get(`${lists[2]}?cursor=${ledger}`), 200);
    await refuses(get(`${lists[0]}?cursor=${ledger}`), { ...VALIDATION, field: 'cursor' });
    await refuses(get(`${lists[2]}?cursor=${history}`), { ...VALIDATION, field: 'cursor' });
    for (const touched of [
      history.slice(1),
      history.slice(0, -1),
      `${history}A`,
      `${history}=`,
      history.toLowerCase(),
    ])
      await refuses(get(`${lists[0]}?cursor=${touched}`), { ...VALIDATION, field: 'cursor' });
  });

  it('valid values are accepted, and a filter without a match returns an empty list', async () => {
    for (const limit of [1, 100]) await admits(get(`${lists[0]}?limit=${limit}`), 200);
    for (const wait of ['0', '0.01'])
      await admits(get(`/api/generate/status/${predictionId}?wait=${wait}`), 200);
    for (const query of [
      'keyId=nonsense',
      `keyId=${foreign.keyId}`,
      'modelKey=nonsense',
      'from=2999-01-01',
      'to=1999-01-01',
    ]) {
      expect((await admits(get(`${lists[0]}?${query}`), 200)).body.items).toEqual([]);
    }
  });
});

describe('malformed HTTP', () => {
  const head = (lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`;
  const host = 'Host: localhost';

  it.each([
    ['PUT', '/api/generate'],
    ['GET', '/api/generate'],
    ['PATCH', '/api/keys'],
    ['PROPFIND', '/api/keys'],
    ['TRACE', '/api/keys'],
    ['PUT', '/api/assets/pred_1/0.png'],
  ])('%s %s is not allowed', (method, path) =>
    refuses({ method, path }, { status: 405, code: 'method_not_allowed' }),
  );

  it.each<[string, string | Buffer, number, string]>([
    ['an unknown method', head(['BREW /api/keys HTTP/1.1', host]), 400, 'malformed_request'],
    [
      'another protocol',
      Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01]),
      400,
      'malformed_request',
    ],
    ['a header without a name', head(['GET /api/keys HTTP/1.1', host, ': x']), 400, 'malformed_request'],
    [
      'a header with a control character',
      head(['GET /api/keys HTTP/1.1', host, 'X-A: \u0001']),
      400,
      'malformed_request',
    ],
    [
      'two lengths',
      head(['POST /api/generate HTTP/1.1', host, 'Content-Length: 1', 'Content-Length: 2']),
      400,
      'malformed_request',
    ],
    [
      'a length of words',
      head(['POST /api/generate HTTP/1.1', host, 'Content-Length: many']),
      400,
      'malformed_request',
    ],
    [
      'a length and chunks',
      `${head(['POST /api/generate HTTP/1.1', host, 'Content-Length: 5', 'Transfer-Encoding: chunked'])}0\r\n\r\n`,
      400,
      'malformed_request',
    ],
    [
      'headers of 100 kB',
      head(['GET /api/models HTTP/1.1', host, `X-Padding: ${'x'.repeat(100_000)}`]),
      431,
      'headers_too_large',
    ],
    ['a path of 100 kB', head([`GET /${'x'.repeat(100_000)} HTTP/1.1`, host]), 431, 'headers_too_large'],
  ])('%s', async (_what, bytes, status, code) => {
    const before = await stateOf(app, person.accountId);
    const answer = await sendBytes(app.base, bytes);
    expect(answer.body).toEqual({
      statusCode: status,
      code,
      message: expect.any(String),
      requestId: expect.any(String),
    });
    expect([answer.status, answer.headers['x-request-id']]).toEqual([status, answer.body.requestId]);
    expect(await stateOf(app, person.accountId)).toEqual(before);
    counts.refused++;
  });

  it('unusual but legal headers have no effect', async () => {
    const odd = {
      'x-request-id': 'x'.repeat(500),
      'x-forwarded-for': 'nonsense',
      accept: 'text/plain',
      'accept-encoding': 'br',
      range: 'bytes=0-',
    };
    const answer = await admits({ method: 'GET', path: '/api/credits/balance', headers: odd }, 200);
    expect(answer.headers['x-request-id']).not.toBe(odd['x-request-id']);
    // The body of a GET is ignored.
    await admits({ method: 'GET', path: '/api/credits/balance', body: '{not json' }, 200);
  });

  it('the service still works afterwards', async () => {
    expect((await call(app.base, 'GET', '/health/ready')).status).toBe(200);
    expect((await register(app.base)).accountId).toMatch(/^acc_/);
  });
});

function entries(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v']));
}

/** Encodes any parts as a cursor of the service. */
function cursor(parts: unknown): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}
