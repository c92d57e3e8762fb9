// A small S3 server in the process of a trial, for packages/s3-storage: the objects of one bucket in memory, and the ways in which a
// store is unavailable.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer as toBuffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

const SLOW_MS = 1_500;
const xml = (code) =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>no</Message></Error>`;
const page = '<!doctype html><html><body>Please sign in to the network.</body></html>';
const tagOf = (bytes) => `"${createHash('md5').update(bytes).digest('hex')}"`;

/** Name of an outage → `answer`, which replaces every response; without one, requests are answered after the pause. */
export const MODES = {
  cut: { answer: (response) => response.destroy() },
  hanging: { answer: () => {} },
  slow: { pauseMs: SLOW_MS },
  failing: { answer: (response) => fail(response, 500, 'InternalError') },
  busy: { answer: (response) => fail(response, 503, 'SlowDown') },
  full: { answer: (response) => fail(response, 507, 'InsufficientStorage') },
  forbidding: { answer: (response) => fail(response, 403, 'AccessDenied') },
  // Its response to HEAD equals that of a missing object.
  'without its bucket': { answer: (response) => fail(response, 404, 'NoSuchBucket'), isLikeMissing: true },
  // Reports success and stores nothing, as a proxy or a captive portal before the store does.
  lying: { answer: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page) },
};

function fail(response, status, code) {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(xml(code));
}

export class ObjectStore {
  objects = new Map();
  /** Null while the store works. */
  mode = null;
  requests = 0;
  'requests while away' = 0;

  /** @returns its address, for S3_ENDPOINT */
  async start() {
    this.server = createServer((request, response) => {
      response.on('error', () => {});
      this.respond(request, response).catch(() => response.destroy());
    });
    await new Promise((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${this.server.address().port}`;
  }

  /** @param {string | null} name of MODES */
  setMode(name) {
    this.mode = name === null ? null : MODES[name];
    // A store that is available again does not continue requests that hang.
    if (name === null) this.server.closeAllConnections();
  }

  async respond(request, response) {
    const { method, url } = request;
    const body = await toBuffer(request);
    const { mode } = this;
    this.requests += 1;
    if (mode) this['requests while away'] += 1;
    if (mode?.answer) return mode.answer(response);
    if (mode?.pauseMs) await sleep(mode.pauseMs);
    return this.answer(method, new URL(url, 'http://store'), request.headers, response, body);
  }

  answer(method, { pathname, searchParams }, headers, response, body) {
    const key = decodeURIComponent(pathname.split('/').slice(2).join('/'));
    if (method === 'PUT') {
      this.objects.set(key, { bytes: body, at: new Date() });
      return response.writeHead(200, { etag: tagOf(body) }).end();
    }
    if (method === 'DELETE') {
      this.objects.delete(key);
      return response.writeHead(204).end();
    }
    if (key === '') return this.list(searchParams, response);
    const found = this.objects.get(key);
    if (!found) return fail(response, 404, 'NoSuchKey');
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
    const { bytes, at } = found;
    const end = last ? Math.min(Number(last), bytes.length - 1) : bytes.length - 1;
    const part = first === undefined ? bytes : bytes.subarray(Number(first), end + 1);
    response.writeHead(first === undefined ? 200 : 206, {
      ...{ etag: tagOf(bytes), 'last-modified': at.toUTCString(), 'content-length': part.length },
      ...(first !== undefined && { 'content-range': `bytes ${first}-${end}/${bytes.length}` }),
    });
    return response.end(method === 'HEAD' ? undefined : part);
  }

  list(searchParams, response) {
    if (searchParams.has('uploads'))
      return response
        .writeHead(200, { 'content-type': 'application/xml' })
        .end('<ListMultipartUploadsResult><IsTruncated>false</IsTruncated></ListMultipartUploadsResult>');
    const prefix = searchParams.get('prefix') ?? '';
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix));
    const contents = keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
    return response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(`<ListBucketResult>${contents}<IsTruncated>false</IsTruncated></ListBucketResult>`);
  }

  async stop() {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
