/** Delivery of the manual at /docs: pages, their Markdown, caching, the content policy, and what is not there. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import express from 'express';
import { serveManual } from '../../src/platform/web/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { requestRaw } from '../support/raw-request.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const get = (path: string, headers?: Record<string, string>, method?: string) =>
  requestRaw(app.base, path, headers, method);

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('a page of the manual', () => {
  it.each([
    ['/docs/', '<title>'],
    ['/docs/operating', 'operat'],
    ['/docs/engines/', 'engine'],
    ['/docs/reference/generation', '/api/generate'],
    ['/docs/decisions/architecture', 'NestJS'],
    ['/docs/decisions/history', 'Wallets by generation'],
    ['/docs/packages/client', '@offprint/client'],
  ])('200: %s, with and without Accept', async (path, word) => {
    for (const headers of [BROWSER, {}]) {
      const { status, headers: given, text } = await get(path, headers);
      expect(status).toBe(200);
      expect(given['content-type']).toBe('text/html; charset=utf-8');
      expect(text).toContain(word);
    }
  });

  it.each([
    ['/docs', '/docs/'],
    ['/llms.txt', '/docs/llms.txt'],
    ['/llms-full.txt', '/docs/llms-full.txt'],
    ['/docs/operating.html', '/docs/operating'],
    ['/docs/index.html', '/docs/'],
    ['/docs/engines', '/docs/engines/'],
  ])('308: %s, to its address', async (path, to) => {
    const { status, headers } = await get(path, BROWSER);
    expect([status, headers.location]).toEqual([308, to]);
  });

  it('200: HEAD, without a body', async () => {
    const { status, headers, bytes } = await get('/docs/operating', {}, 'HEAD');
    expect([status, bytes.length]).toEqual([200, 0]);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it('304: for the validator of a cached copy, which is asked for each time', async () => {
    const { headers } = await get('/docs/operating');
    expect(headers['cache-control']).toBe('no-cache');
    const again = await get('/docs/operating', { 'if-none-match': String(headers.etag) });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    expect((await get('/docs/operating', { 'if-none-match': '"another"' })).status).toBe(200);
  });

  it('allows no inline code, no inline style and no other origin, and has none', async () => {
    for (const path of ['/docs/', '/docs/operating', '/docs/api-report', '/docs/reference/generation']) {
      const { headers, text } = await get(path, BROWSER);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).toMatch(/style-src 'self' 'sha256-[\w+/=]+';/);
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
      expect(headers).toMatchObject({
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
      });
      expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|<style|<[a-z][^<>]*\sstyle="|<[a-z][^<>]*\son[a-z]+=/);
      expect(text).not.toMatch(/<(?:script|link|img)[^>]*(?:src|href)="(?!\/docs\/|data:)/);
    }
  });

  it('fetches nothing in advance, which Firefox would block by the policy', async () => {
    const { text } = await get('/docs/', BROWSER);
    expect(text).not.toMatch(/rel="?(?:prefetch|prerender|dns-prefetch|preconnect)/);
    const [site] = /\/docs\/assets\/chunks\/metadata[^"]+/.exec(text)!;
    expect((await get(site)).text).toContain(String.raw`\"router\":{\"prefetchLinks\":false}`);
  });
});

describe('the text of a page', () => {
  it.each([
    '/docs/operating.md',
    '/docs/engines/index.md',
    '/docs/reference/generation.md',
    '/docs/index.md',
  ])('200: %s, as Markdown', async (path) => {
    const { status, headers, text } = await get(path);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(text).toMatch(/^# |^---\n/m);
  });

  it('200: llms.txt lists pages that exist', async () => {
    const { status, headers, text } = await get('/docs/llms.txt');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toMatch(/^# Offprint\n\n> \S/);
    const pages = [...text.matchAll(/\]\(\.\/([\w./-]+)\)/g)].map(([, page]) => page!);
    expect(pages.length).toBeGreaterThan(90);
    for (const page of pages)
      expect([page, (await get(`/docs/${page}`, {}, 'HEAD')).status]).toEqual([page, 200]);
  });

  it('200: the pictures of a text', async () => {
    const { text } = await get('/docs/prediction-states.md');
    const pictures = [...text.matchAll(/"(\/docs\/assets\/[\w./-]+\.svg)"/g)].map(([, path]) => path!);
    expect(pictures).toHaveLength(4);
    for (const path of pictures) expect((await get(path)).headers['content-type']).toContain('image/svg+xml');
  });

  it('200: llms-full.txt has the guides and the reference', async () => {
    const { text } = await get('/docs/llms-full.txt');
    expect(text).toContain('<!-- /docs/operating.md -->');
    expect(text).toContain('`POST /api/generate`');
  });
});

describe('files of the manual', () => {
  it('200: hashed, cached for a year, compressed with the same content', async () => {
    const { text } = await get('/docs/');
    const paths = [...text.matchAll(/"(\/docs\/assets\/[\w./-]+\.(?:js|css))"/g)].map(([, path]) => path!);
    expect(paths.length).toBeGreaterThan(3);
    for (const path of new Set(paths)) {
      const plain = await get(path);
      const gzip = await get(path, { 'accept-encoding': 'gzip, deflate' });
      expect([path, plain.status, gzip.headers['content-encoding']]).toEqual([path, 200, 'gzip']);
      expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
      for (const { headers } of [plain, gzip])
        expect(headers).toMatchObject({
          'content-type': expect.stringMatching(/^text\/(?:javascript|css); charset=utf-8$/) as string,
          'cache-control': 'public, max-age=31536000, immutable',
          vary: 'Accept-Encoding',
          'x-content-type-options': 'nosniff',
        });
    }
  });
});

describe('what is not there', () => {
  it.each(['/docs/no-such-page', '/docs/assets/none.js', '/docs/decisions/9999'])(
    '404: %s, a page of the manual for a browser, the error body for a program',
    async (path) => {
      const page = await get(path, BROWSER);
      expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(page.text).toContain('/docs/assets/');
      expect(page.text).not.toContain('<div id="root"></div>');
      const { status, text } = await get(path, { accept: 'application/json' });
      expect(status).toBe(404);
      expect(JSON.parse(text)).toMatchObject({ statusCode: 404, code: 'not_found' });
    },
  );

  it('404: also with a validator', async () => {
    expect((await get('/docs/none', { ...BROWSER, 'if-none-match': '*' })).status).toBe(404);
  });

  it.each([
    '/docs/../package.json',
    '/docs/..%2f..%2f..%2fpackage.json',
    '/docs/%2e%2e/%2e%2e/package.json',
    '/docs/../config.mjs',
    '/docs/assets/../../config.mjs',
    '/docs/.hidden',
    '/docs//etc/passwd',
    '/docs/a\\..\\..\\config.mjs',
    `/docs/${'a/'.repeat(150)}`,
  ])('404: %s stays inside of the manual', async (path) => {
    for (const headers of [{}, BROWSER]) {
      const { status, text } = await get(path, headers);
      expect(status).toBe(404);
      expect(text).not.toMatch(/defineConfig|"license"|root:/);
    }
  });

  it('404: other methods', async () => {
    expect((await get('/docs/', BROWSER, 'POST')).status).toBe(404);
  });

  it('leaves paths that only begin alike to the dashboard', async () => {
    expect((await get('/docsx', BROWSER)).text).toContain('<div id="root"></div>');
  });

  it('is absent in a process without the API role', async () => {
    const worker = await startApp({ ROLES: 'worker' }, app.database);
    try {
      expect((await requestRaw(worker.base, '/docs/', BROWSER)).status).toBe(404);
    } finally {
      await worker.close();
    }
  });

  it('404: before the first build, with what to do', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'offprint-manual-'));
    const host = express();
    serveManual(host as never, empty);
    const server = host.listen(0, '127.0.0.1');
    try {
      await new Promise((resolve) => server.once('listening', resolve));
      const { port } = server.address() as { port: number };
      const { status, text } = await requestRaw(`http://127.0.0.1:${port}`, '/docs/operating', BROWSER);
      expect(status).toBe(404);
      expect(text).toContain('npm run docs:build');
    } finally {
      await new Promise((resolve) => server.close(resolve));
      await rm(empty, { recursive: true });
    }
  });
});
