/** The Model Context Protocol server over HTTP: who may begin a session, how many, and when they end. */
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { FakeEngine, startTestService, type TestAccount, type TestService } from '../../src/testing/index.js';
import { buildMcp, connectHttp, endMcp, startMcpHttp, textOf } from '../support/mcp.js';
import { until } from '../support/service-process.js';

let service: TestService;
let account: TestAccount;
let key: string;
/** Without a key of its own. */
let server: Awaited<ReturnType<typeof startMcpHttp>>;

beforeAll(async () => {
  await buildMcp();
  service = await startTestService({ engines: [new FakeEngine()] });
  account = await service.account({ credits: 1_000 });
  key = (await account.key()).secret;
  server = await startMcpHttp({ url: service.url }, '--max-credits', '3');
}, 180_000);
afterAll(async () => {
  await endMcp();
  await service.close();
});

const request = (prompt: string) => ({ modelKey: 'fake-image', input: { prompt } });
const endless = (prompt: string) => service.engine.next({ prompt, submit: 'pending', poll: 'pending' });
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};

/** Sends a request with any headers, Host and Origin too, which `fetch` does not let a caller set. */
async function send(
  headers: Record<string, string>,
  body: string | null = JSON.stringify(INITIALIZE),
  path = '',
) {
  const sent = httpRequest(server.address + path, {
    method: body === null ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
  });
  // A server that refuses does not read a body to its end.
  sent.on('error', () => undefined);
  sent.end(body ?? undefined);
  const [response] = await once(sent, 'response');
  response.destroy();
  return { status: response.statusCode as number, headers: response.headers as Record<string, string> };
}
const bearer = (secret = key) => ({ authorization: `Bearer ${secret}` });

it('serves all tools to a caller with a key, with progress and a cancellation that refunds', async () => {
  const mcp = await connectHttp(server.address, key);
  const { tools } = await mcp.client.listTools();
  expect(tools.map(({ name }) => name)).toHaveLength(8);
  service.engine.next({ prompt: 'by HTTP', submit: 'pending', poll: ['pending', 'done'] });
  let steps = 0;
  const made = await mcp.call('generate', request('by HTTP'), { onprogress: () => (steps += 1) });
  expect(made.content.map(({ type }) => type)).toEqual(['text', 'image']);
  expect(steps).toBeGreaterThan(1);
  endless('cancelled by HTTP');
  const balance = await account.balance();
  const controller = new AbortController();
  const call = mcp.call('generate', request('cancelled by HTTP'), {
    signal: controller.signal,
    onprogress: () => controller.abort(new Error('enough')),
  });
  await expect(call).rejects.toThrow('enough');
  await until(async () => (await account.balance()) === balance);
});

it('gives each session a ceiling of its own, which concurrent calls do not exceed', async () => {
  const [one, two] = await Promise.all([connectHttp(server.address, key), connectHttp(server.address, key)]);
  const balance = await account.balance();
  const results = await Promise.all(Array.from({ length: 20 }, () => one.call('generate', request('many'))));
  expect(results.filter(({ isError }) => !isError)).toHaveLength(3);
  expect(await account.balance()).toBe(balance - 3);
  expect((await two.call('get_balance')).structuredContent).toMatchObject({ ceiling: { spent: 0, left: 3 } });
});

it('cancels and refunds what runs when the client ends its session', async () => {
  const mcp = await connectHttp(server.address, key);
  endless('ended');
  const balance = await account.balance();
  let begun: () => void;
  const isBegun = new Promise<void>((resolve) => (begun = resolve));
  const call = mcp.call('generate', request('ended'), { onprogress: () => begun() });
  call.catch(() => undefined);
  await isBegun;
  await (mcp.transport as StreamableHTTPClientTransport).terminateSession();
  await until(async () => (await account.balance()) === balance);
});

describe('a request', () => {
  it.each([
    ['without a key', {}, 401],
    ['with an unknown key', bearer(`of_live_${'0'.repeat(48)}`), 401],
    ['with something that is no key', { authorization: 'Basic dTpw' }, 401],
    ['of a page in a browser', { origin: 'https://evil.example' }, 403],
    ['of a page of this machine', { origin: 'http://localhost:8080' }, 403],
    ['with the Host of a rebound name', { host: 'evil.example' }, 403],
    ['with a session that is not there', { 'mcp-session-id': 'none' }, 404],
    ['with another content type', { 'content-type': 'text/plain' }, 415],
  ])('%s is rejected', async (_, headers, status) => {
    const all: Record<string, string> = status === 401 ? headers : { ...bearer(), ...headers };
    expect((await send(all)).status).toBe(status);
  });

  it('that is not JSON, not the first of a session, too large, or elsewhere is rejected', async () => {
    expect((await send(bearer(), '{')).status).toBe(400);
    expect((await send(bearer(), '{"jsonrpc":"2.0","id":1,"method":"tools/list"}')).status).toBe(400);
    expect((await send(bearer(), JSON.stringify(Array(21).fill(INITIALIZE)))).status).toBe(400);
    expect((await send(bearer(), null)).status).toBe(400);
    expect((await send(bearer(), '', '/keys')).status).toBe(404);
    const large = 'x'.repeat(2 * 1_024 * 1_024 + 1);
    expect((await send(bearer(), large)).status).toBe(413);
    // In chunks, without a length that says so.
    expect((await send({ ...bearer(), 'transfer-encoding': 'chunked' }, large)).status).toBe(413);
  });

  it('with another key does not reach a session', async () => {
    const { status, headers } = await send(bearer());
    expect(status).toBe(200);
    const id = headers['mcp-session-id']!;
    const other = (await account.key()).secret;
    expect((await send({ ...bearer(other), 'mcp-session-id': id }, null)).status).toBe(404);
    expect((await send({ ...bearer(), 'mcp-session-id': id }, null)).status).toBe(200);
  });
});

it('uses the key of its environment for callers of this machine that bring none', async () => {
  const own = await startMcpHttp({ url: service.url, key });
  const mcp = await connectHttp(own.address);
  expect((await mcp.call('get_balance')).structuredContent).toMatchObject({
    balance: await account.balance(),
  });
  const poor = await service.account({ credits: 0 });
  const other = await connectHttp(own.address, (await poor.key()).secret);
  expect((await other.call('get_balance')).structuredContent).toMatchObject({ balance: 0 });
  expect(own.output.stdout).toBe('');
  expect(own.output.stderr).not.toContain(key);
});

it('has no more sessions than it may, and frees those that end or are idle', async () => {
  const own = await startMcpHttp({ url: service.url }, '--max-sessions', '2', '--idle-seconds', '2');
  const first = await connectHttp(own.address, key);
  const second = await connectHttp(own.address, key);
  await expect(connectHttp(own.address, key)).rejects.toThrow('Too many sessions: the server has 2.');
  await (first.transport as StreamableHTTPClientTransport).terminateSession();
  const third = await connectHttp(own.address, key);
  // Both keep a stream of notifications open and are not idle. Without it, they are.
  for (const one of [second, third]) await one.client.close();
  await until(async () => {
    const fourth = await connectHttp(own.address, key).catch(() => null);
    return fourth !== null;
  });
});

it('cancels and refunds what runs when the server gets SIGTERM', async () => {
  const own = await startMcpHttp({ url: service.url });
  const mcp = await connectHttp(own.address, key);
  endless('stopped');
  const balance = await account.balance();
  let begun: () => void;
  const isBegun = new Promise<void>((resolve) => (begun = resolve));
  mcp.call('generate', request('stopped'), { onprogress: () => begun() }).catch(() => undefined);
  await isBegun;
  own.child.kill('SIGTERM');
  const [code] = await own.exited;
  expect(code).toBe(0);
  expect(await account.balance()).toBe(balance);
});

it('returns a missing scope as an error of the tool', async () => {
  const mcp = await connectHttp(server.address, (await account.key({ scopes: ['read'] })).secret);
  const result = await mcp.call('generate', request('not allowed'));
  expect(result.isError).toBe(true);
  expect(textOf(result)).toContain('insufficient_scope');
});
