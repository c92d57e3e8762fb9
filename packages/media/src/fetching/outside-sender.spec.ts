import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as toText } from 'node:stream/consumers';
import { buildConnector } from 'undici';
import { OutsideNetwork, type ResolvedAddress } from './outside-network.js';
import { type OutsideRequest, OutsideSender } from './outside-sender.js';

const PUBLIC = '93.184.216.34';

/** Resolves scripted names, directs every connection to one server and records its address. */
class CanaryNetwork extends OutsideNetwork {
  readonly connected: string[] = [];
  names: Record<string, string[]> = {};
  port = 0;

  override async resolve(host: string): Promise<ResolvedAddress[]> {
    return (this.names[host] ?? []).map((address) => ({ address, family: 4 }));
  }

  override connector({ address }: ResolvedAddress): buildConnector.connector {
    this.connected.push(address);
    const connect = buildConnector({});
    return (options, callback) =>
      address === '1.1.1.1'
        ? callback(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }), null)
        : connect(
            { ...options, protocol: 'http:', hostname: '127.0.0.1', port: String(this.port) },
            callback,
          );
  }
}

describe('OutsideSender', () => {
  let server: Server;
  let received: { request: IncomingMessage; body: string }[];
  let answer: (response: ServerResponse) => void;
  let network: CanaryNetwork;
  let sender: OutsideSender;

  const post = (url: string, options: Partial<OutsideRequest> = {}) =>
    sender.post(url, { body: '{"a":1}', headers: { 'x-signature': 's' }, timeoutSeconds: 20, ...options });

  beforeAll(async () => {
    server = createServer((request, response) => {
      void toText(request).then((body) => {
        received.push({ request, body });
        answer(response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => {
    received = [];
    answer = (response) => void response.writeHead(204).end();
    network = new CanaryNetwork();
    network.port = (server.address() as AddressInfo).port;
    network.names = { 'hooks.example.com': [PUBLIC], 'two.example.com': ['1.1.1.1', PUBLIC] };
    sender = new OutsideSender(network);
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('sends a body with its headers and returns the status, also of an error', async () => {
    expect(await post('https://hooks.example.com/a?x=1')).toBe(204);
    const [{ request, body }] = received as [(typeof received)[0]];
    expect(request).toMatchObject({ method: 'POST', url: '/a?x=1' });
    expect(request.headers).toMatchObject({ host: 'hooks.example.com', 'x-signature': 's' });
    expect(body).toBe('{"a":1}');
    answer = (response) => void response.writeHead(500).end('an error of any size');
    expect(await post('https://hooks.example.com/')).toBe(500);
  });

  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/',
    'https://db/',
    'https://hooks.example.com:5432/',
    'http://hooks.example.com/',
    'file:///etc/passwd',
    'https://user:password@hooks.example.com/',
    'not a url',
  ])('neither accepts nor connects to %s', async (url) => {
    await expect(sender.check(url)).rejects.toThrow(/^The address /);
    await expect(post(url)).rejects.toThrow(/^The address /);
    expect(network.connected).toEqual([]);
  });

  it('does not connect to a name with a private address among its own', async () => {
    network.names['hooks.example.com'] = [PUBLIC, '10.1.2.3'];
    await expect(post('https://hooks.example.com/')).rejects.toThrow('public internet');
    expect(network.connected).toEqual([]);
  });

  it('sends to trusted hosts also by http and in the internal network', async () => {
    network.names['hooks.internal'] = ['10.1.2.3'];
    await sender.check('http://hooks.internal:9000/', ['hooks.internal:9000']);
    expect(await post('http://hooks.internal:9000/', { trustedHosts: ['hooks.internal:9000'] })).toBe(204);
    expect(network.connected).toEqual(['10.1.2.3']);
  });

  it('follows no redirect', async () => {
    answer = (response) => void response.writeHead(307, { location: 'https://hooks.example.com/b' }).end();
    expect(await post('https://hooks.example.com/a')).toBe(307);
    expect(received).toHaveLength(1);
  });

  it('sends to the next address when one accepts no connection', async () => {
    expect(await post('https://two.example.com/')).toBe(204);
    expect(network.connected).toEqual(['1.1.1.1', PUBLIC]);
  });

  it('gives up after its time, and when it is aborted', async () => {
    answer = () => undefined;
    await expect(post('https://hooks.example.com/', { timeoutSeconds: 0.05 })).rejects.toThrow(
      'The address did not respond in time.',
    );
    const stopping = new AbortController();
    answer = () => stopping.abort(new Error('stopping'));
    await expect(post('https://hooks.example.com/', { signal: stopping.signal })).rejects.toThrow('stopping');
  });
});
