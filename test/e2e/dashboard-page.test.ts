/** Delivery of the dashboard page and its files: routes, caching, compression and content policy. */
import { readFile } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startApp, type TestApp } from '../support/app.js';
import { requestRaw } from '../support/raw-request.js';

let app: TestApp;
let html: string;
beforeAll(async () => {
  app = await startApp();
  html = (await get('/', { accept: 'text/html' })).text;
});
afterAll(() => app.close());

const get = (path: string, headers?: Record<string, string>, method?: string) =>
  requestRaw(app.base, path, headers, method);
const scriptOf = (page: string) => /src="(\/assets\/[\w.-]+\.js)"/.exec(page)![1]!;
const nonceOf = (page: string) => /nonce="([^"]+)"/.exec(page)![1]!;

describe('the dashboard page', () => {
  it.each(['/', '/sign-in', '/history?status=failed', '/admin/accounts/acc_1'])(
    '200: %s, for a browser that opens it',
    async (path) => {
      const { status, headers, text } = await get(path, { accept: 'text/html,application/xhtml+xml' });
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(text).toContain('<div id="root"></div>');
    },
  );

  it('200: the front page also without an Accept header', async () => {
    expect((await get('/')).status).toBe(200);
  });

  it('200: HEAD, without a body', async () => {
    const { status, bytes } = await get('/', {}, 'HEAD');
    expect([status, bytes.length]).toEqual([200, 0]);
  });

  it('is never cached, and has a new nonce each time', async () => {
    const again = await get('/', { accept: 'text/html' });
    expect(again.headers['cache-control']).toBe('no-store');
    expect(nonceOf(again.text)).not.toBe(nonceOf(html));
    expect(again.text).not.toContain('__CSP_NONCE__');
    expect(again.headers['content-security-policy']).toContain(`'nonce-${nonceOf(again.text)}'`);
  });

  it('says nothing of extensions where none shows anything, and there is no route of them', async () => {
    expect(html).not.toContain('extension-facts');
    expect((await get('/api/admin/extensions')).status).toBe(404);
  });

  it('allows no inline code and no other origins', async () => {
    const { headers } = await get('/', { accept: 'text/html' });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
    expect(html).not.toMatch(/(?:src|href)="(?!\/)/);
  });
});

describe('files of the page', () => {
  it('200: in the browser’s preferred compression, with the same content', async () => {
    const path = scriptOf(html);
    const plain = await get(path);
    const gzip = await get(path, { 'accept-encoding': 'gzip' });
    const brotli = await get(path, { 'accept-encoding': 'gzip, deflate, br' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect([gzip.headers['content-encoding'], brotli.headers['content-encoding']]).toEqual(['gzip', 'br']);
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
    expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true);
    for (const { headers } of [plain, gzip, brotli])
      expect(headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
      });
  });

  it('304: for a cached file', async () => {
    const path = scriptOf(html);
    const { headers } = await get(path, { 'accept-encoding': 'br' });
    const again = await get(path, {
      'accept-encoding': 'br',
      'if-modified-since': String(headers['last-modified']),
    });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  it.each([
    '/assets/no-such-file.js',
    '/assets/',
    '/assets/../index.html',
    '/assets/..%2findex.html',
    '/.built-from',
    '/assets/.hidden.js',
    '//assets/x.js',
  ])('404: %s, and never the page instead of a file', async (path) => {
    const { status, headers } = await get(path, { accept: 'text/html,*/*' });
    expect(status).toBe(404);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });
});

describe('other routes', () => {
  it.each(['/api', '/api/', '/api/no-such-thing', '/health', '/API/no-such-thing'])(
    '404: %s, with the error body of the API, also for a browser',
    async (path) => {
      const { status, text } = await get(path, { accept: 'text/html' });
      expect(status).toBe(404);
      expect(JSON.parse(text)).toMatchObject({ statusCode: 404, code: 'not_found' });
    },
  );

  it('404: an unknown path, for a program', async () => {
    expect((await get('/history', { accept: 'application/json' })).status).toBe(404);
    expect((await get('/history')).status).toBe(404);
  });

  it('404: other methods than GET and HEAD', async () => {
    expect((await get('/', { accept: 'text/html' }, 'POST')).status).toBe(404);
  });

  it('200: the API documentation has its own page', async () => {
    const { status, text } = await get('/api/docs', { accept: 'text/html' });
    expect(status).toBe(200);
    expect(text).not.toContain('<div id="root"></div>');
  });

  it('is absent in a process without the API role', async () => {
    const worker = await startApp({ ROLES: 'worker' }, app.database);
    try {
      expect((await fetch(`${worker.base}/`, { headers: { accept: 'text/html' } })).status).toBe(404);
    } finally {
      await worker.close();
    }
  });
});

it('contains no URL of another server', async () => {
  const page = await readFile('dashboard/dist/index.html', 'utf8');
  expect(page).not.toMatch(/https?:\/\//);
});
