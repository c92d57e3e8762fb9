/** What costs the service something before it is a request that anybody answers for: bodies, framing, connections. */
import { connect } from 'node:net';
import { startApp, type TestApp } from '../support/app.js';
import { expectRefusal, send, sendBytes } from '../support/bad-request.js';
import { call, newCaller } from '../support/client.js';

/** Well-formed, and nobody's. */
const NOBODYS_KEY = 'of_live_000102030405060708090a0b0c0d0e0f10111213';

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

/** Sends headers that announce a body, and none of it. @returns the first answer's status line. */
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

describe('a body whose caller is not known', () => {
  it.each(['/api/generate', '/api/keys', '/api/admin/credits/grants', '/api/nothing'])(
    'is not waited for at %s',
    async (path) => {
      const expected = path === '/api/nothing' ? 'HTTP/1.1 404' : 'HTTP/1.1 401';
      expect(await statusOfHeaders(path, { 'content-length': '1000000' })).toBe(expected);
      expect(await statusOfHeaders(path, { 'transfer-encoding': 'chunked' })).toBe(expected);
      expect(await statusOfHeaders(path, { 'content-length': '10', ...bearer(`${key}0`) })).toBe(expected);
    },
  );

  it('is looked up by its key before more than 64 KiB are read, declared or not', async () => {
    const nobody = await withChecksum(NOBODYS_KEY);
    expect(await statusOfHeaders('/api/generate', { 'content-length': '100000', ...bearer(nobody) })).toBe(
      'HTTP/1.1 401',
    );
    const chunk = `11000\r\n{"prompt":"${'x'.repeat(0x11000 - 11)}\r\n`;
    expect(
      await statusOfHeaders('/api/generate', { 'transfer-encoding': 'chunked', ...bearer(nobody) }, chunk),
    ).toBe('HTTP/1.1 401');
  });

  it('leaves the connection in step: the request behind it is answered as its own', async () => {
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

describe('what is wrong with a request', () => {
  it('is counted before it is named: more than 100 fields are one problem, and 20 problems are told', async () => {
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

  it('is told without repeating a long name, and is bounded in a query as well', async () => {
    const long = await send(app.base, { path: '/api/auth/logout', body: { ['n'.repeat(7_000)]: 1 } });
    expectRefusal(long, { status: 400, code: 'validation_failed' });
    expect(long.text.length).toBeLessThan(2_000);
    const query = Array.from({ length: 900 }, (_, at) => `q${at}=1`).join('&');
    const answer = await send(app.base, { method: 'GET', path: `/api/models?${query}` });
    expectRefusal(answer, { status: 400, code: 'validation_failed', field: 'query' });
  });
});

describe('a request that Node would refuse by itself', () => {
  it.each([
    ['without a Host', 'GET /health/live HTTP/1.1\r\n\r\n', 400, 'malformed_request'],
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

  it('without a Host is one of HTTP/1.0, which needs none', async () => {
    expect((await sendBytes(app.base, 'GET /health/live HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  it('is cut off when its body comes in very many tiny chunks, and the service goes on', async () => {
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
