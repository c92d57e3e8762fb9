/** Costs of unauthenticated input: bodies, framing, connections. */
import { connect } from 'node:net';
import { startApp, type TestApp } from '../support/app.js';
import { expectRefusal, send, sendBytes, stateOf } from '../support/bad-request.js';
import { call, newCaller } from '../support/client.js';

/** A well-formed, unknown key. */
const UNKNOWN_KEY = 'of_live_000102030405060708090a0b0c0d0e0f10111213';

let app: TestApp;
let key: string;
let token: string;

beforeAll(async () => {
  app = await startApp({ ROLES: 'api' });
  const caller = await newCaller(app.base);
  key = caller.key;
  token = caller.person.accessToken;
});
afterAll(() => app.close());

const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, 1]));
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
const withChecksum = async (covered: string) => {
  const { crc32 } = await import('node:zlib');
  return covered + crc32(covered).toString(16).padStart(8, '0');
};

/** Sends the headers of a body, but no body. @returns the status line of the response. */
function statusOfHeaders(path: string, headers: Record<string, string>, bytes = ''): Promise<string> {
  const { hostname, port } = new URL(app.base);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const lines = Object.entries({ host: 'x', 'content-type': 'application/json', ...headers });
    socket.write(
      `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${bytes}`,
    );
    socket.on('error', reject);
    socket.once('data', (data) => {
      socket.destroy();
      resolve(data.toString().slice(0, 12));
    });
  });
}

describe('a body without a valid credential', () => {
  it.each(['/api/generate', '/api/keys', '/api/admin/credits/grants', '/api/nothing'])(
    'is not read before the response at %s',
    async (path) => {
      const expected = path === '/api/nothing' ? 'HTTP/1.1 404' : 'HTTP/1.1 401';
      expect(await statusOfHeaders(path, { 'content-length': '1000000' })).toBe(expected);
      expect(await statusOfHeaders(path, { 'transfer-encoding': 'chunked' })).toBe(expected);
      expect(await statusOfHeaders(path, { 'content-length': '10', ...bearer(`${key}0`) })).toBe(expected);
    },
  );

  it('is rejected for its key before more than 64 KiB are read, declared or chunked', async () => {
    const unknownKey = await withChecksum(UNKNOWN_KEY);
    expect(
      await statusOfHeaders('/api/generate', { 'content-length': '100000', ...bearer(unknownKey) }),
    ).toBe('HTTP/1.1 401');
    const chunk = `11000\r\n{"prompt":"${'x'.repeat(0x11000 - 11)}\r\n`;
    expect(
      await statusOfHeaders(
        '/api/generate',
        { 'transfer-encoding': 'chunked', ...bearer(unknownKey) },
        chunk,
      ),
    ).toBe('HTTP/1.1 401');
  });

  it('does not desynchronise the connection: the next request gets its own response', async () => {
    const body = 'x'.repeat(50_000);
    const first = `POST /api/generate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const { hostname, port } = new URL(app.base);
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (data) => (text += data.toString()));
    socket.write(`${first}GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    await new Promise((resolve) => socket.once('close', resolve));
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 200']);
  });

  it('is at most 8 KiB at sign-in (413)', async () => {
    for (const path of ['register', 'login', 'refresh', 'logout']) {
      const answer = await send(app.base, {
        path: `/api/auth/${path}`,
        body: { refreshToken: 'x'.repeat(8_192) },
      });
      expectRefusal(answer, { status: 413, code: 'payload_too_large' });
      expect(answer.body.message).toBe('The request body is larger than 8 KiB.');
    }
  });
});

describe('the problems of a request', () => {
  it('are limited: more than 100 fields are one problem, and at most 20 problems are returned', async () => {
    for (const [path, headers] of [
      ['/api/auth/logout', {}],
      ['/api/keys', bearer(token)],
      ['/api/generate', bearer(key)],
    ] as [string, Record<string, string>][]) {
      const many = await send(app.base, { path, headers, body: fields(101) });
      expectRefusal(many, { status: 400, code: 'validation_failed', field: 'body' });
      const body = path === '/api/generate' ? { modelKey: 'embedded-image', ...fields(99) } : fields(100);
      const fewer = await send(app.base, { path, headers, body });
      expectRefusal(fewer, { status: 400, code: 'validation_failed' });
      expect(fewer.body.details).toHaveLength(20);
    }
    const reserved = `{"metadata":[${Array(500).fill('{"__proto__":1,"prototype":1}').join()}]}`;
    const answer = await send(app.base, { path: '/api/generate', headers: bearer(key), body: reserved });
    expect(answer.body.details).toHaveLength(20);
  });

  it('do not repeat a long field name, and are limited for a query too', async () => {
    const long = await send(app.base, { path: '/api/auth/logout', body: { ['n'.repeat(7_000)]: 1 } });
    expectRefusal(long, { status: 400, code: 'validation_failed' });
    expect(long.text.length).toBeLessThan(2_000);
    const query = Array.from({ length: 900 }, (_, at) => `q${at}=1`).join('&');
    const answer = await send(app.base, { method: 'GET', path: `/api/models?${query}` });
    expectRefusal(answer, { status: 400, code: 'validation_failed', field: 'query' });
  });
});

describe('a request that Node’s HTTP parser rejects', () => {
  it.each([
    ['without a Host', 'GET /health/live HTTP/1.1\r\n\r\n', 400, 'malformed_request'],
    ['with two', 'GET /health/live HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n', 400, 'malformed_request'],
    ['with the same twice', 'GET / HTTP/1.1\r\nHost: x\r\nA: b\r\nhOST: x\r\n\r\n', 400, 'malformed_request'],
    ['of HTTP/1.0 with two', 'GET / HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n', 400, 'malformed_request'],
    [
      'with an Expect that nobody knows',
      'GET / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n',
      417,
      'expectation_failed',
    ],
  ])('%s has the error body', async (_, bytes, status, code) => {
    const answer = await sendBytes(app.base, bytes);
    expectRefusal(answer, { status, code });
    expect(answer.headers['x-api-version']).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it('of HTTP/1.0 is accepted without a Host', async () => {
    expect((await sendBytes(app.base, 'GET /health/live HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  it('with very many tiny chunks is cut off, and the service continues', async () => {
    const { hostname, port } = new URL(app.base);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.resume();
    socket.write('POST /api/nothing HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    socket.write('1\r\nx\r\n'.repeat(2_000));
    await new Promise((resolve) => socket.once('close', resolve));
    expect((await call(app.base, 'GET', '/health/live')).status).toBe(200);
  });
});

describe('a create that is answered before it was read', () => {
  /** Sends the first bytes, waits for the response, then sends the others and waits for the end. @returns the statuses. */
  async function statusesOf(first: string, rest: string): Promise<string[]> {
    const { hostname, port } = new URL(app.base);
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('error', () => {});
    socket.on('data', (data) => (text += data.toString()));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(first);
    await new Promise((resolve) => socket.once('data', resolve));
    socket.end(rest);
    await closed;
    return text.match(/(?<=HTTP\/1\.1 )\d+/g) ?? [];
  }

  it.each([
    ['408', 'in its headers', () => 40],
    ['408', 'in its body', (create: string) => create.length - 5],
  ])('%s %s is not carried out when the rest arrives', async (status, _, cut) => {
    const caller = await newCaller(app.base);
    const accountId = caller.person.accountId;
    const body = JSON.stringify({ modelKey: 'embedded-image', prompt: 'x' });
    const lines = ['Host: x', `Authorization: Bearer ${caller.key}`, 'Content-Type: application/json'];
    const create = ['POST /api/generate HTTP/1.1', ...lines, `Content-Length: ${body.length}`, '', body].join(
      '\r\n',
    );
    const server = app.app.getHttpServer();
    const { headersTimeout, requestTimeout } = server;
    const before = await stateOf(app, accountId);
    try {
      [server.headersTimeout, server.requestTimeout] = [100, 200];
      expect(await statusesOf(create.slice(0, cut(create)), create.slice(cut(create)))).toEqual([status]);
      expect(await stateOf(app, accountId)).toEqual(before);
    } finally {
      Object.assign(server, { headersTimeout, requestTimeout });
    }
    // The same bytes in time are carried out.
    const whole = create.replace('Host', 'Connection: close\r\nHost');
    expect((await sendBytes(app.base, whole)).status).toBe(201);
  });
});
