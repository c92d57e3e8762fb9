/** A request to a fake engine and its response. */

/** Maximum length of the bodies that are kept for `GET /__state`, in characters. */
const KEPT = 200_000;

/** A body that is not what its route takes. */
export class UnreadableBody extends Error {}

export class Exchange {
  /** Whether this request asks for paid work; set by the engine's `isSubmit`, a handler may change it. */
  isSubmit = false;
  isPoll = false;
  /** Set by a fault: the socket is cut before or during the response. */
  cut = false;
  mangled = false;
  /** Milliseconds until the response is sent; its effect happens before. */
  delayMs = 0;
  answer = null;
  body = Buffer.alloc(0);

  constructor(request, response, base) {
    const { pathname, searchParams } = new URL(request.url, base);
    this.request = request;
    this.response = response;
    this.method = request.method;
    this.path = pathname;
    this.query = searchParams;
    this.headers = request.headers;
  }

  async read() {
    const chunks = [];
    for await (const chunk of this.request) chunks.push(chunk);
    this.body = Buffer.concat(chunks);
  }

  /** @throws {UnreadableBody} */
  json() {
    try {
      return JSON.parse(this.body.toString('utf8'));
    } catch (error) {
      throw new UnreadableBody(error.message, { cause: error });
    }
  }

  /**
   * multipart/form-data or application/x-www-form-urlencoded. A name given more than once is an array.
   * @returns {{fields: Record<string, string | string[]>, files: {name: string, filename: string, contentType: string, data: Buffer}[]}}
   * @throws {UnreadableBody}
   */
  form() {
    const contentType = this.headers['content-type'] ?? '';
    const fields = {};
    const files = [];
    if (contentType.startsWith('application/x-www-form-urlencoded')) {
      for (const [name, value] of new URLSearchParams(this.body.toString('utf8'))) add(fields, name, value);
      return { fields, files };
    }
    const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1];
    if (!boundary) throw new UnreadableBody(`not a form: ${contentType}`);
    for (const part of partsOf(this.body, boundary)) {
      const name = /[; ]name="([^"]*)"/i.exec(part.head)?.[1] ?? '';
      const filename = /filename="([^"]*)"/i.exec(part.head)?.[1];
      if (filename === undefined) add(fields, name, part.data.toString('utf8'));
      else {
        const type = /content-type:\s*(\S+)/i.exec(part.head)?.[1] ?? 'application/octet-stream';
        files.push({ name, filename, contentType: type, data: part.data });
      }
    }
    return { fields, files };
  }

  /** Sends the response: an object as JSON, a string as text, bytes unchanged; `headers` override the content type. */
  reply(status, body = '', headers = {}) {
    if (this.cut) return this.cutOff();
    const [type, bytes] = Buffer.isBuffer(body)
      ? ['application/octet-stream', body]
      : typeof body === 'string'
        ? ['text/plain; charset=utf-8', Buffer.from(body)]
        : ['application/json', Buffer.from(JSON.stringify(body))];
    const sent = this.mangled ? Buffer.from('{"id": "half an ans') : bytes;
    const all = {
      'content-type': type,
      ...headers,
      ...(this.mangled ? { 'content-type': 'application/json' } : {}),
    };
    this.answer = { status, body: sent.toString('utf8').slice(0, KEPT) };
    const send = () => this.response.writeHead(status, { ...all, 'content-length': sent.length }).end(sent);
    if (this.delayMs > 0) setTimeout(send, this.delayMs);
    else send();
  }

  /** Cuts the connection, as a crash of the machine does. */
  cutOff() {
    this.answer = { status: 0, body: '' };
    this.request.socket.resetAndDestroy();
  }

  /** Returns the fields that tests see. */
  toJSON() {
    const { method, path, headers, isSubmit, isPoll, answer } = this;
    return {
      method,
      path,
      query: Object.fromEntries(this.query),
      headers,
      isSubmit,
      isPoll,
      answer,
      body: this.shownBody(),
    };
  }

  shownBody() {
    const contentType = this.headers['content-type'] ?? '';
    if (/json|^text\/|urlencoded/.test(contentType)) return this.body.toString('utf8').slice(0, KEPT);
    if (!contentType.startsWith('multipart/'))
      return this.body.length > 0 ? `${this.body.length} bytes` : undefined;
    const { fields, files } = this.form();
    return { fields, files: files.map(({ data, ...file }) => ({ ...file, bytes: data.length })) };
  }
}

function add(fields, name, value) {
  fields[name] = name in fields ? [fields[name], value].flat() : value;
}

function* partsOf(body, boundary) {
  const mark = Buffer.from(`--${boundary}`);
  for (let at = body.indexOf(mark); at !== -1;) {
    const next = body.indexOf(mark, at + mark.length);
    if (next === -1) return;
    // Between two boundaries: CRLF, headers, an empty line, the data, CRLF.
    const part = body.subarray(at + mark.length + 2, next - 2);
    const gap = part.indexOf('\r\n\r\n');
    yield { head: part.subarray(0, gap).toString('utf8'), data: part.subarray(gap + 4) };
    at = next;
  }
}
