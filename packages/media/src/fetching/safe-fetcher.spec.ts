import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createRawServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { buildConnector } from 'undici';
import { makePicture } from '../../test/support/media-files.js';
import { type FetchRefusal, FetchRefused } from './fetch-refused.js';
import { OutsideNetwork, type ResolvedAddress } from './outside-network.js';
import { type FetchOptions, SafeFetcher } from './safe-fetcher.js';

const PUBLIC = '93.184.216.34';

/** A fake network: resolves scripted names, directs every connection to the canary and records it. */
class CanaryNetwork extends OutsideNetwork {
  readonly connected: string[] = [];
  readonly refusing = new Set<string>();
  names: Record<string, string[]> = {};
  port = 0;

  override async resolve(host: string): Promise<ResolvedAddress[]> {
    const found = this.names[host];
    if (!found) throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' });
    return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  }

  override connector({ address }: ResolvedAddress): buildConnector.connector {
    this.connected.push(address);
    const connect = buildConnector({});
    return (options, callback) => {
      if (this.refusing.has(address))
        return callback(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }), null);
      connect({ ...options, protocol: 'http:', hostname: '127.0.0.1', port: String(this.port) }, callback);
    };
  }
}

describe('SafeFetcher', () => {
  let directory: string;
  let picture: Buffer;
  let server: Server;
  let requests: IncomingMessage[];
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  let network: CanaryNetwork;
  let fetcher: SafeFetcher;

  const fetch = (url: string, options: Partial<FetchOptions> = {}) =>
    fetcher.fetchToFile(url, {
      directory,
      maxBytes: 1_000_000,
      timeoutSeconds: 20,
      allow: 'public',
      accept: ['image'],
      ...options,
    });

  /** Expects a rejection with this code, no file, and no internal detail in the message. */
  async function expectRejected(fetched: Promise<unknown>, code: FetchRefusal): Promise<FetchRefused> {
    const error = await fetched.then(
      () => new Error('it was fetched'),
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(FetchRefused);
    const refused = error as FetchRefused;
    expect(refused.code).toBe(code);
    expect(refused.publicMessage).not.toMatch(/\d+\.\d+\.\d+\.\d+|::|E[A-Z]{4,}|UND_ERR/);
    expect(await readdir(directory)).toEqual([]);
    return refused;
  }

  beforeAll(async () => {
    picture = await makePicture('png');
    server = createServer((request, response) => {
      requests.push(request);
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'fetch-'));
    requests = [];
    answer = (_request, response) => void response.end(picture);
    network = new CanaryNetwork();
    network.port = (server.address() as AddressInfo).port;
    network.names = { 'files.example.com': [PUBLIC], 'cdn.example.com': ['1.1.1.1'] };
    fetcher = new SafeFetcher(network);
  });
  afterEach(() => rm(directory, { recursive: true }));
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it.each([
    '',
    ' ',
    ',',
    'aws-chunked',
    'AWS-Chunked, identity',
    'none',
    'None',
    'utf-8',
    'UTF8',
    'binary',
    'identity',
    'identity, identity',
    'base64',
    'chunked',
    'image/png',
    'null',
    'constructor',
    'gzip',
    'deflate',
    'br',
    'zstd',
    'compress',
    'gzip;q=1.0',
    '"gzip"',
    'us-ascii',
    '7bit',
    'undefined',
    'none, utf-8, ',
  ])('takes a plain file with Content-Encoding: %j', async (coding) => {
    answer = (_request, response) => void response.setHeader('content-encoding', coding).end(picture);
    expect(await readFile((await fetch('https://files.example.com/')).path)).toEqual(picture);
  });

  it.each<[string, string | string[], (plain: Buffer) => Buffer]>([
    ['gzip', 'gzip', gzipSync],
    ['gzip, stated as x-gzip', 'X-GZip', gzipSync],
    ['gzip behind aws-chunked', 'aws-chunked,gzip', gzipSync],
    ['gzip in two headers', ['aws-chunked', 'gzip'], gzipSync],
    ['gzip, stated as identity', 'identity', gzipSync],
    ['gzip twice', 'gzip, gzip', (plain) => gzipSync(gzipSync(plain))],
    [
      'gzip in members',
      'gzip',
      (plain) => Buffer.concat([plain.subarray(0, 20), plain.subarray(20)].map((part) => gzipSync(part))),
    ],
    ['deflate', 'deflate', deflateSync],
    ['deflate without its header', 'deflate', deflateRawSync],
    ['Brotli', 'br', brotliCompressSync],
    ['gzip without a header', '', gzipSync],
    ['gzip, stated as Brotli', 'br', gzipSync],
    ['Brotli with a weight', 'BR;q=1', brotliCompressSync],
    ['Brotli behind aws-chunked', 'aws-chunked, br', brotliCompressSync],
    ['deflate behind nothing', ', deflate', deflateSync],
    ['Brotli and gzip', 'br, gzip', (plain) => gzipSync(brotliCompressSync(plain))],
  ])('decodes %s', async (_case, coding, encode) => {
    answer = (_request, response) => {
      response.setHeader('content-encoding', coding);
      const body = encode(picture);
      for (let at = 0; at < body.length; at += 7) response.write(body.subarray(at, at + 7));
      response.end();
    };
    const file = await fetch('https://files.example.com/');
    expect(file).toMatchObject({ bytes: picture.length, found: { contentType: 'image/png' } });
    expect(await readFile(file.path)).toEqual(picture);
  });

  it('fetches a public file and detects its type by content', async () => {
    answer = (_request, response) => void response.setHeader('content-type', 'text/html').end(picture);
    const file = await fetch('https://files.example.com/a/b.jpg?x=1#fragment');
    expect(file).toMatchObject({
      found: { contentType: 'image/png' },
      bytes: picture.length,
      sha256: createHash('sha256').update(picture).digest('hex'),
    });
    expect(await readFile(file.path)).toEqual(picture);
    expect(network.connected).toEqual([PUBLIC]);
    expect(requests[0]).toMatchObject({ url: '/a/b.jpg?x=1', method: 'GET' });
    expect(requests[0]!.headers).toMatchObject({ host: 'files.example.com', 'accept-encoding': 'identity' });
    expect(requests[0]!.headers).not.toHaveProperty('cookie');
  });

  describe('addresses', () => {
    it.each([
      'https://127.0.0.1/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://017700000001/',
      'https://127.1/',
      'https://[::1]/',
      'https://[::ffff:127.0.0.1]/',
      'https://[fd00::1]/',
      'https://169.254.169.254/latest/meta-data',
      'https://10.0.0.1/',
      'https://localhost/',
      'https://LOCALHOST./',
      'https://metadata.google.internal/',
      'https://db/',
      'https://0/',
      'https://[::]/',
      'https://127.0.0.1:8443/',
      'https://①②⑦.0.0.1/',
    ])('are not connected to if internal: %s', async (url) => {
      await expectRejected(fetch(url), 'address_not_allowed');
      expect(network.connected).toEqual([]);
      expect(requests).toEqual([]);
    });

    it.each([
      [['127.0.0.1']],
      [['10.1.2.3']],
      [['::1']],
      [['::ffff:127.0.0.1']],
      [['fd12::1']],
      [[PUBLIC, '127.0.0.1']],
      [['2606:4700::1', 'fe80::1']],
      [[PUBLIC, PUBLIC, PUBLIC, PUBLIC, '192.168.0.1']],
      [['not an address']],
    ])('are not connected to when a name resolves to %j', async (addresses) => {
      network.names['rebound.example.com'] = addresses;
      await expectRejected(fetch('https://rebound.example.com/'), 'address_not_allowed');
      expect(network.connected).toEqual([]);
    });

    it('are resolved once, so that a second lookup cannot differ', async () => {
      const answers = [[PUBLIC], ['127.0.0.1']];
      network.resolve = () => Promise.resolve(answers.shift()!.map((address) => ({ address, family: 4 })));
      await fetch('https://files.example.com/');
      expect(network.connected).toEqual([PUBLIC]);
      expect(answers).toHaveLength(1);
    });

    it('are tried one after the other until one accepts the connection', async () => {
      network.names['files.example.com'] = ['2606:4700::1', PUBLIC, '1.1.1.1'];
      network.refusing.add('2606:4700::1');
      await fetch('https://files.example.com/');
      expect(network.connected).toEqual(['2606:4700::1', PUBLIC]);
    });

    it('are unreachable when none accepts the connection', async () => {
      network.refusing.add(PUBLIC);
      const refused = await expectRejected(fetch('https://files.example.com/'), 'unreachable');
      expect(refused.transient).toBe(true);
    });

    it('are not tried after a request was sent', async () => {
      network.names['files.example.com'] = [PUBLIC, '1.1.1.1'];
      answer = (request) => void request.socket.destroy();
      await expectRejected(fetch('https://files.example.com/'), 'unreachable');
      expect(network.connected).toEqual([PUBLIC]);
    });

    it('may be public literals', async () => {
      await fetch('https://93.184.216.34/');
      await fetch('https://[2606:4700::1]/');
      expect(network.connected).toEqual([PUBLIC, '2606:4700::1']);
    });

    it.each(['22', '25', '3306', '5432', '6379', '9200', '11211', '65535'])(
      'are not connected on port %s',
      async (port) => {
        await expectRejected(fetch(`https://files.example.com:${port}/`), 'address_not_allowed');
        expect(network.connected).toEqual([]);
      },
    );

    it('of unknown names are unreachable, and the error is transient', async () => {
      expect((await expectRejected(fetch('https://gone.example.com/'), 'unreachable')).transient).toBe(true);
      network.names['empty.example.com'] = [];
      await expectRejected(fetch('https://empty.example.com/'), 'unreachable');
    });
  });

  it.each([
    '',
    'files.example.com',
    '//files.example.com/',
    'http://files.example.com/',
    'ftp://files.example.com/',
    'file:///etc/passwd',
    'gopher://files.example.com/',
    'data:image/png;base64,AAAA',
    'https://',
    'https://user@files.example.com/',
    'https://user:pass@files.example.com/',
    'https://:pass@files.example.com/',
    ' https://files.example.com/',
    'https://files.example.com/a b',
    'https://files.exa\nmple.com/',
    'https:\\\\x.com/',
    'https://files.example.com:99999/',
    'https://1.2.3.4.5/',
    'https://%00.com/',
    `https://files.example.com/${'a'.repeat(9000)}`,
  ])('rejects the URL %j', async (url) => {
    await expectRejected(fetch(url), 'bad_url');
    expect(network.connected).toEqual([]);
  });

  it('accepts plain http only if allowed', async () => {
    await fetch('http://files.example.com/', { schemes: ['https', 'http'] });
    expect(requests).toHaveLength(1);
  });

  describe('redirects', () => {
    const redirect = (location: string, status = 302) => {
      answer = (request, response) => {
        if (request.url === '/start') response.writeHead(status, { location }).end();
        else response.end(picture);
      };
    };

    it.each([301, 302, 303, 307, 308])('are followed (%s), and the final URL is returned', async (status) => {
      redirect('https://cdn.example.com/end', status);
      expect(await fetch('https://files.example.com/start')).toMatchObject({
        finalUrl: 'https://cdn.example.com/end',
      });
      expect(network.connected).toEqual([PUBLIC, '1.1.1.1']);
    });

    it('may be relative', async () => {
      redirect('/end?x=1');
      await fetch('https://files.example.com/start');
      expect(requests.map(({ url }) => url)).toEqual(['/start', '/end?x=1']);
    });

    it.each([
      ['https://127.0.0.1/', 'address_not_allowed'],
      ['https://169.254.169.254/', 'address_not_allowed'],
      ['https://[::1]/', 'address_not_allowed'],
      ['https://localhost/', 'address_not_allowed'],
      ['https://inside.example.com/', 'address_not_allowed'],
      ['//127.0.0.1/', 'address_not_allowed'],
      ['https://cdn.example.com:6379/', 'address_not_allowed'],
      ['http://cdn.example.com/', 'bad_url'],
      ['file:///etc/passwd', 'bad_url'],
      ['https://user@cdn.example.com/', 'bad_url'],
      ['https://', 'bad_url'],
    ] as const)('to %s are refused', async (location, code) => {
      network.names['inside.example.com'] = ['192.168.1.1'];
      redirect(location);
      await expectRejected(fetch('https://files.example.com/start'), code);
      expect(requests).toHaveLength(1);
    });

    it('never lead from https to http, even if http is allowed', async () => {
      redirect('http://cdn.example.com/');
      await expectRejected(
        fetch('https://files.example.com/start', { schemes: ['https', 'http'] }),
        'address_not_allowed',
      );
    });

    it('are followed at most five times', async () => {
      let left = 5;
      answer = (_request, response) => {
        left -= 1;
        if (left >= 0) response.writeHead(302, { location: `/${left}` }).end();
        else response.end(picture);
      };
      await fetch('https://files.example.com/');
      await rm(directory, { recursive: true });
      directory = await mkdtemp(join(tmpdir(), 'fetch-'));
      answer = (_request, response) => void response.writeHead(302, { location: '/again' }).end();
      requests = [];
      await expectRejected(fetch('https://files.example.com/'), 'bad_status');
      expect(requests).toHaveLength(6);
    });

    it('keep the caller’s headers within the same origin only', async () => {
      const headers = { authorization: 'Bearer secret' };
      redirect('/end');
      await fetch('https://files.example.com/start', { headers });
      redirect('https://cdn.example.com/end');
      await fetch('https://files.example.com/start', { headers });
      expect(requests.map((request) => request.headers.authorization)).toEqual([
        'Bearer secret',
        'Bearer secret',
        'Bearer secret',
        undefined,
      ]);
    });

    it('do not send the caller’s headers to another port of the host', async () => {
      redirect('https://files.example.com:8443/end');
      await fetch('https://files.example.com/start', { headers: { authorization: 'Bearer secret' } });
      expect(requests[1]!.headers.authorization).toBeUndefined();
    });
  });

  it('stores no cookies and allows a caller’s headers to add credentials only', async () => {
    answer = (_request, response) => void response.setHeader('set-cookie', 'a=b').end(picture);
    const headers = {
      Host: 'inside',
      'Accept-Encoding': 'gzip',
      Cookie: 'a=b',
      Range: 'bytes=0-1',
      'X-Key': 'k',
    };
    await fetch('https://files.example.com/', { headers });
    await fetch('https://files.example.com/');
    expect(requests[0]!.headers).toMatchObject({
      host: 'files.example.com',
      'accept-encoding': 'identity',
      'x-key': 'k',
    });
    for (const request of requests) expect(request.headers).not.toHaveProperty('cookie');
    expect(requests[0]!.headers).not.toHaveProperty('range');
  });

  describe('limits', () => {
    it('accept a file of exactly the limit', async () => {
      await expect(fetch('https://files.example.com/', { maxBytes: picture.length })).resolves.toBeDefined();
    });

    it('reject a file with a larger Content-Length before reading it', async () => {
      await expectRejected(
        fetch('https://files.example.com/', { maxBytes: picture.length - 1 }),
        'too_large',
      );
    });

    it('stop an endless body', async () => {
      answer = (_request, response) => {
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(16_384))) continue;
        };
        response.on('drain', more);
        more();
      };
      const refused = await expectRejected(
        fetch('https://files.example.com/', { maxBytes: 2_000_000 }),
        'too_large',
      );
      expect(refused.publicMessage).toContain('2 MB');
    });

    it('reject a compressed response that decompresses to more than it may have, or endlessly', async () => {
      const bomb = gzipSync(Buffer.concat([picture, Buffer.alloc(5_000_000)]));
      for (const body of [bomb, gzipSync(bomb)]) {
        answer = (_request, response) => void response.setHeader('content-encoding', 'gzip').end(body);
        await expectRejected(fetch('https://files.example.com/'), 'too_large');
      }
      // Members without content.
      const empty = Buffer.concat(Array.from({ length: 100 }, () => gzipSync('')));
      answer = (_request, response) => {
        response.on('error', () => undefined);
        const more = (): void => {
          while (response.write(empty) && !response.destroyed);
        };
        response.on('drain', more);
        more();
      };
      await expectRejected(fetch('https://files.example.com/', { maxBytes: 50_000 }), 'too_large');
    });

    it.each<[string, string, (plain: Buffer) => Buffer]>([
      ['gzip that is cut off', 'gzip', (plain) => gzipSync(plain).subarray(0, -20)],
      [
        'gzip whose data is wrong',
        'gzip',
        (plain) => Buffer.concat([gzipSync(plain).subarray(0, 30), plain]),
      ],
      ['gzip three times', 'gzip', (plain) => gzipSync(gzipSync(gzipSync(plain)))],
      ['gzip of text', 'gzip', () => gzipSync('words')],
      ['text that is no gzip', 'gzip', () => Buffer.from('words')],
      ['no Brotli', 'br', () => Buffer.from('words'.repeat(100))],
      ['no deflate', 'deflate', () => Buffer.from('words'.repeat(100))],
      ['a coding that is not supported', 'zstd', () => Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0, 0, 0])],
    ])('reject %s', async (_case, coding, create) => {
      answer = (_request, response) =>
        void response.setHeader('content-encoding', coding).end(create(picture));
      await expectRejected(fetch('https://files.example.com/'), 'wrong_type');
    });

    it('reject headers that are too large', async () => {
      answer = (_request, response) => void response.setHeader('x-large', 'a'.repeat(100_000)).end(picture);
      await expectRejected(fetch('https://files.example.com/'), 'unreachable');
    });

    it('end a lookup without a result', async () => {
      network.resolve = () => new Promise(() => undefined);
      await expectRejected(fetch('https://files.example.com/', { timeoutSeconds: 0.05 }), 'timeout');
    });

    it('end a wait for a response', async () => {
      answer = () => undefined;
      await expectRejected(fetch('https://files.example.com/', { timeoutSeconds: 0.2 }), 'timeout');
    });

    it('end a slow body that is never idle', async () => {
      answer = (_request, response) => {
        response.write(picture.subarray(0, 100));
        const drip = setInterval(() => response.write('x'), 20);
        response.on('close', () => clearInterval(drip));
      };
      const refused = await expectRejected(
        fetch('https://files.example.com/', { timeoutSeconds: 0.5 }),
        'timeout',
      );
      expect(refused.transient).toBe(true);
    });

    it('end a stalled body before the deadline', async () => {
      answer = (_request, response) => void response.write(picture.subarray(0, 100));
      await expectRejected(
        fetch('https://files.example.com/', { timeoutSeconds: 600, idleSeconds: 0.3 }),
        'timeout',
      );
    });

    it('end on abort, with the reason of the signal', async () => {
      const caller = new AbortController();
      answer = (_request, response) => {
        response.write(picture.subarray(0, 100));
        caller.abort(new Error('cancelled'));
      };
      await expect(fetch('https://files.example.com/', { signal: caller.signal })).rejects.toThrow(
        'cancelled',
      );
      expect(await readdir(directory)).toEqual([]);
      const connected = network.connected.length;
      await expect(fetch('https://files.example.com/', { signal: caller.signal })).rejects.toThrow(
        'cancelled',
      );
      expect(network.connected).toHaveLength(connected);
    });
  });

  it.each([
    [404, 'not_found', false],
    [410, 'not_found', false],
    [401, 'bad_status', false],
    [403, 'bad_status', false],
    [429, 'bad_status', true],
    [500, 'bad_status', true],
    [503, 'bad_status', true],
    [206, 'bad_status', false],
    [204, 'bad_status', false],
    [304, 'bad_status', false],
  ] as const)('reports status %s as %s (worth another try: %s)', async (status, code, transient) => {
    answer = (_request, response) => void response.writeHead(status).end();
    const refused = await expectRejected(fetch('https://files.example.com/'), code);
    expect(refused).toMatchObject({ status, transient });
  });

  it.each(['<html>hello</html>', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'words', ''])(
    'refuses %j although it is called a PNG',
    async (body) => {
      answer = (_request, response) => void response.setHeader('content-type', 'image/png').end(body);
      await expectRejected(fetch('https://files.example.com/a.png'), 'wrong_type');
    },
  );

  it('rejects a file of a family that is not accepted', async () => {
    await expectRejected(fetch('https://files.example.com/', { accept: ['video', 'audio'] }), 'wrong_type');
  });

  it.each([
    ['ply\nformat ascii 1.0\n', 'model/ply'],
    ['PK\x03\x04\x14\0\0\0\0\0', 'application/zip'],
    ['words', undefined],
    ['<html>', undefined],
  ])('says what %j is, where it is known', async (body, otherType) => {
    answer = (_request, response) => void response.end(Buffer.from(body, 'latin1'));
    expect((await expectRejected(fetch('https://files.example.com/'), 'wrong_type')).otherType).toBe(
      otherType,
    );
  });

  it('rejects a response that ends before its Content-Length', async () => {
    answer = (request, response) => {
      response.setHeader('content-length', picture.length);
      response.write(picture.subarray(0, 200), () => request.socket.destroy());
    };
    await expectRejected(fetch('https://files.example.com/'), 'unreachable');
  });

  it('throws errors of this machine as such', async () => {
    const missing = join(directory, 'missing');
    await expect(fetch('https://files.example.com/', { directory: missing })).rejects.toMatchObject({
      code: 'disk',
      cause: { code: 'ENOENT' },
    });
    const headers = { 'x-key': 'line\nbreak' };
    await expect(fetch('https://files.example.com/', { headers })).rejects.toMatchObject({
      code: 'UND_ERR_INVALID_ARG',
    });
  });

  describe('hosts that the operator trusts', () => {
    beforeEach(() => {
      fetcher = new SafeFetcher(new OutsideNetwork());
    });
    const http = { schemes: ['https', 'http'] as const };

    it('may have a private address and any port', async () => {
      const host = `127.0.0.1:${network.port}`;
      await fetch(`http://${host}/view`, { ...http, allow: [host] });
      await fetch(`http://${host}/view`, { ...http, allow: ['127.0.0.1'] });
      expect(requests).toHaveLength(2);
    });

    it('are trusted on the given port only, if one is given', async () => {
      await expectRejected(
        fetch(`http://127.0.0.1:${network.port}/`, { ...http, allow: ['127.0.0.1:8188'] }),
        'address_not_allowed',
      );
      expect(requests).toEqual([]);
    });

    it('do not open other internal hosts', async () => {
      for (const url of [
        `http://localhost:${network.port}/`,
        'http://127.0.0.2:8080/',
        'http://[::1]:8080/',
      ]) {
        await expectRejected(fetch(url, { ...http, allow: ['127.0.0.1'] }), 'address_not_allowed');
      }
      expect(requests).toEqual([]);
    });

    it('are not reached by a redirect of a public host', async () => {
      fetcher = new SafeFetcher(network);
      answer = (_request, response) =>
        void response.writeHead(302, { location: 'https://engine.lan:8188/' }).end();
      network.names['engine.lan'] = ['192.168.1.5'];
      await expectRejected(
        fetch('https://files.example.com/', { allow: ['engine.lan'] }),
        'address_not_allowed',
      );
      expect(network.connected).toEqual([PUBLIC]);
    });

    it('may redirect to the public internet', async () => {
      fetcher = new SafeFetcher(network);
      network.names['engine.lan'] = ['192.168.1.5'];
      answer = (request, response) => {
        if (request.url === '/view') response.writeHead(302, { location: 'https://cdn.example.com/' }).end();
        else response.end(picture);
      };
      await fetch('https://engine.lan:8188/view', { allow: ['engine.lan:8188'] });
      expect(network.connected).toEqual(['192.168.1.5', '1.1.1.1']);
    });
  });

  describe('the real connection', () => {
    /** Resolves scripted names and connects for real. */
    class PinnedNetwork extends OutsideNetwork {
      override resolve(): Promise<ResolvedAddress[]> {
        return Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
      }
    }

    it('is made to the checked address, with the name in the request', async () => {
      const host = `files.example.com:${network.port}`;
      await new SafeFetcher(new PinnedNetwork()).fetchToFile(`http://${host}/`, {
        directory,
        maxBytes: 1e6,
        timeoutSeconds: 20,
        allow: [host],
        accept: ['image'],
        schemes: ['http'],
      });
      expect(requests[0]!.headers.host).toBe(host);
    });

    it('uses the name for TLS, not the address', async () => {
      const hellos: Buffer[] = [];
      const raw = createRawServer((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', (hello) => {
          hellos.push(hello);
          socket.destroy();
        });
      });
      await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve));
      fetcher = new SafeFetcher(new PinnedNetwork());
      const host = `files.example.com:${(raw.address() as AddressInfo).port}`;
      await expectRejected(fetch(`https://${host}/`, { allow: [host] }), 'unreachable');
      expect(hellos[0]!.includes('files.example.com')).toBe(true);
      await new Promise((resolve) => raw.close(resolve));
    });

    it('is not made to a name of this machine, with the real resolver', async () => {
      fetcher = new SafeFetcher(new OutsideNetwork());
      await expectRejected(fetch(`http://localhost:8080/`, { schemes: ['http'] }), 'address_not_allowed');
      expect((await new OutsideNetwork().resolve('localhost')).length).toBeGreaterThan(0);
    });
  });
});
