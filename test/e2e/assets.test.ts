/** GET and HEAD /api/assets/…: delivery of an output by its signed link, with ranges and conditional requests. */
import { createHash } from 'node:crypto';
import { SignedLinks } from '../../src/assets/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { type Answer, call, finished, generate, type Json, newCaller } from '../support/client.js';
import { refusal } from '../support/refusals.js';

let app: TestApp;
/** A completed prediction's status body. */
let done: Json;
/** Path and query of its output. */
let link: string;
let file: Buffer;

beforeAll(async () => {
  app = await startApp();
  const { key } = await newCaller(app.base);
  const { predictionId } = await generate(app.base, key, { modelKey: 'embedded-fault', mode: 'ok' });
  done = await finished(app.base, key, predictionId);
  link = done.outputUrl.slice(app.base.length);
  file = Buffer.from(await (await fetch(done.outputUrl)).arrayBuffer());
});
afterAll(() => app.close());

const ask = (headers = {}, path = link, method = 'GET') => call(app.base, method, path, { headers });
const bytesOf = async (headers: Record<string, string>) =>
  Buffer.from(await (await fetch(`${app.base}${link}`, { headers })).arrayBuffer());
const header = (answer: Answer, name: string) => answer.headers.get(name);
const mint = (name: string, expiresAt: Date) =>
  app.app.get(SignedLinks, { strict: false }).mint({ name, expiresAt }).slice(app.base.length);
const hour = () => new Date(Date.now() + 3_600_000);

describe('GET /api/assets/*', () => {
  describe('200', () => {
    it('returns the file, byte for byte, to any caller with the link', async () => {
      const answer = await ask();
      expect(answer.status).toBe(200);
      expect(file.length).toBe(done.outputs[0].bytes);
      expect(createHash('sha256').update(file).digest('hex')).toBe(done.outputs[0].sha256);
      expect(header(answer, 'content-type')).toBe('image/png');
      expect(header(answer, 'content-length')).toBe(String(file.length));
      expect(header(answer, 'accept-ranges')).toBe('bytes');
      expect(header(answer, 'etag')).toMatch(/^"[\w-]+"$/);
      expect(Date.parse(header(answer, 'last-modified')!)).toBeLessThanOrEqual(Date.now());
      expect(header(answer, 'cache-control')).toMatch(/^private, max-age=\d+$/);
      expect(header(answer, 'x-ratelimit-limit')).toBeNull();
    });

    it('a browser shows the file and runs nothing in it', async () => {
      const answer = await ask();
      expect(header(answer, 'content-security-policy')).toBe("default-src 'none'; sandbox");
      expect(header(answer, 'x-content-type-options')).toBe('nosniff');
      expect(header(answer, 'content-disposition')).toMatch(/^inline; filename="[\w.-]+"$/);
      expect(header(answer, 'access-control-allow-origin')).toBe('*');
    });

    it('accepts encoded slashes in the name', async () => {
      const [path = '', query] = link.split('?');
      const name = path.slice('/api/assets/'.length);
      const answer = await ask({}, `/api/assets/${encodeURIComponent(name)}?${query}`);
      expect(answer.status).toBe(200);
      expect(header(answer, 'content-length')).toBe(String(file.length));
    });

    it('returns the whole file for several ranges, for an invalid range and for a range of another version', async () => {
      for (const headers of [
        { range: 'bytes=0-1,5-6' },
        { range: 'pages=1-2' },
        { range: 'bytes=a-b' },
        { range: 'bytes=0-1', 'if-range': '"another"' },
      ])
        expect((await ask(headers)).status).toBe(200);
    });
  });

  describe('206', () => {
    it.each<[string, number, number]>([
      ['bytes=0-0', 0, 0],
      ['bytes=10-19', 10, 19],
      ['bytes=50-', 50, -1],
      ['bytes=-7', -7, -1],
      ['bytes=0-999999999', 0, -1],
    ])('%s', async (range, from, to) => {
      const start = from < 0 ? file.length + from : from;
      const end = to < 0 ? file.length - 1 : to;
      const answer = await ask({ range });
      expect(answer.status).toBe(206);
      expect(header(answer, 'content-range')).toBe(`bytes ${start}-${end}/${file.length}`);
      expect(header(answer, 'content-length')).toBe(String(end - start + 1));
      expect(await bytesOf({ range })).toEqual(file.subarray(start, end + 1));
    });

    it('returns the range when If-Range matches the file', async () => {
      const whole = await ask();
      for (const name of ['etag', 'last-modified']) {
        const condition = header(whole, name)!;
        expect((await ask({ range: 'bytes=0-9', 'if-range': condition })).status).toBe(206);
      }
    });
  });

  describe('304', () => {
    it('for the file’s tag or time, without a body', async () => {
      const whole = await ask();
      for (const headers of [
        { 'if-none-match': header(whole, 'etag')! },
        { 'if-none-match': `"other", ${header(whole, 'etag')}` },
        { 'if-none-match': '*' },
        { 'if-modified-since': header(whole, 'last-modified')! },
      ]) {
        const answer = await ask({ ...headers, 'cache-control': 'max-age=0' });
        expect({ headers, status: answer.status }).toEqual({ headers, status: 304 });
        expect(header(answer, 'etag')).toBe(header(whole, 'etag'));
      }
      expect((await ask({ 'if-none-match': '"other"' })).status).toBe(200);
    });

    it('the tag belongs to the file, not to the link: a new link needs no new download', async () => {
      const [path = ''] = link.split('?');
      const other = mint(path.slice('/api/assets/'.length), hour());
      expect(other).not.toBe(link);
      const tag = header(await ask(), 'etag')!;
      expect((await ask({ 'if-none-match': tag, 'cache-control': 'max-age=0' }, other)).status).toBe(304);
    });
  });

  describe('412', () => {
    const earlier = 'Thu, 01 Jan 2015 00:00:00 GMT';
    it.each([
      { 'if-match': '"other"' },
      { 'if-match': '"other", "third"' },
      { 'if-match': '' },
      { 'if-unmodified-since': earlier },
    ])('for a file that %j does not expect, of a range, a HEAD and the whole', async (headers) => {
      for (const more of [
        {},
        { range: 'bytes=0-9' },
        { range: 'bytes=9999999-' },
        { 'if-none-match': '*' },
      ]) {
        const answer = await ask({ ...headers, ...more });
        expect({ more, status: answer.status }).toEqual({ more, status: 412 });
        expect(header(answer, 'etag')).toBeNull();
      }
    });

    it('not for the expected one', async () => {
      const whole = await ask();
      const [tag, time] = [header(whole, 'etag')!, header(whole, 'last-modified')!];
      expect((await ask({ 'if-match': `W/${tag}` })).status).toBe(412);
      for (const headers of [
        { 'if-match': tag },
        { 'if-match': `"other" ,${tag}` },
        { 'if-match': '*' },
        { 'if-match': tag, 'if-unmodified-since': earlier },
        { 'if-unmodified-since': time },
        { 'if-unmodified-since': 'no date' },
      ])
        expect({ headers, status: (await ask({ ...headers, range: 'bytes=0-9' })).status }).toEqual({
          headers,
          status: 206,
        });
    });
  });

  describe('404', () => {
    it('equally for a forged, truncated, foreign or missing signature', async () => {
      const [path = '', query = ''] = link.split('?');
      const { expires, signature } = Object.fromEntries(new URLSearchParams(query));
      const flipped = (signature!.startsWith('A') ? 'B' : 'A') + signature!.slice(1);
      const paths = [
        path,
        `${path}?expires=${expires}`,
        `${path}?expires=${expires}&signature=${flipped}`,
        `${path}?expires=${expires}&signature=${signature!.slice(0, -1)}`,
        `${path}?expires=${Number(expires) + 1}&signature=${signature}`,
        `${path}?expires=${expires}&signature=${signature}&signature=${signature}`,
        `${path.replace('0.png', '1.png')}?${query}`,
        `/api/assets/..%2f..%2fpackage.json?${query}`,
      ];
      for (const bad of paths) {
        const answer = await ask({}, bad);
        expect({ bad, body: answer.body }).toEqual({ bad, body: refusal(404, 'not_found') });
        expect(answer.headers.get('etag')).toBeNull();
      }
    });
  });

  describe('410', () => {
    it('for a removed file with a valid link', async () => {
      const { key } = await newCaller(app.base);
      const { predictionId } = await generate(app.base, key, { modelKey: 'embedded-fault', mode: 'ok' });
      const { outputUrl } = await finished(app.base, key, predictionId);
      await call(app.base, 'DELETE', `/api/generate/${predictionId}`, { token: key });
      expect((await ask({}, outputUrl.slice(app.base.length))).body).toEqual(refusal(410, 'file_removed'));
    });

    it('for an expired link; a forged expired link gets 404', async () => {
      const [path = ''] = link.split('?');
      const expired = mint(path.slice('/api/assets/'.length), new Date(Date.now() - 1000));
      expect((await ask({}, expired)).body).toEqual(refusal(410, 'link_expired'));
      expect((await ask({}, `${expired.slice(0, -1)}${expired.endsWith('A') ? 'B' : 'A'}`)).status).toBe(404);
    });
  });

  describe('416', () => {
    it('for a range beyond the end, with the length of the file', async () => {
      const answer = await ask({ range: `bytes=${file.length}-` });
      expect(answer.body).toEqual(refusal(416, 'range_not_satisfiable'));
      expect(header(answer, 'content-range')).toBe(`bytes */${file.length}`);
    });
  });
});

describe('HEAD /api/assets/*', () => {
  it('200: returns the file’s headers without a body', async () => {
    const [head, get] = [await ask({}, link, 'HEAD'), await ask()];
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    for (const name of ['content-type', 'content-length', 'etag', 'last-modified', 'accept-ranges'])
      expect(header(head, name)).toBe(header(get, name));
  });

  it('206, 304, 404 and 410 like GET, without a body', async () => {
    const tag = header(await ask(), 'etag')!;
    const [path = ''] = link.split('?');
    const expired = mint(path.slice('/api/assets/'.length), new Date(Date.now() - 1000));
    expect((await ask({ range: 'bytes=0-9' }, link, 'HEAD')).status).toBe(206);
    expect((await ask({ 'if-none-match': tag, 'cache-control': 'max-age=0' }, link, 'HEAD')).status).toBe(
      304,
    );
    expect((await ask({}, path, 'HEAD')).status).toBe(404);
    expect((await ask({}, expired, 'HEAD')).status).toBe(410);
  });
});
