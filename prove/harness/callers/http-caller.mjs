// An HTTP client that records when each request was sent and answered; the service decided between these two instants. It keeps
// connections open, sends bodies unchanged, follows no redirects, and passes every response to `watch`.
import { Pool } from 'undici';

/**
 * @typedef Answer
 * @property {number} status 0 without a response: the connection was refused or cut
 * @property {Record<string, string>} headers
 * @property {string} text
 * @property {number} sent milliseconds since 1970, before the first byte left
 * @property {number} answered milliseconds since 1970, after the last byte arrived
 */

/** Returns milliseconds since 1970, monotonic, with fractions. */
export const instant = () => performance.timeOrigin + performance.now();

export class HttpCaller {
  /** @param {(answer: Answer, request: object) => void} [watch] receives every response */
  constructor(base, { connections = 16, watch = () => {} } = {}) {
    this.base = base;
    this.watch = watch;
    this.pool = new Pool(base, {
      connections,
      pipelining: 1,
      headersTimeout: 70_000,
      bodyTimeout: 70_000,
      connectTimeout: 5_000,
    });
  }

  /**
   * Sends a request.
   * @param {{token?: string, headers?: Record<string, string>, body?: unknown, address?: string}} [options] an object
   * is sent as JSON; `address` is sent as X-Forwarded-For.
   * @returns {Promise<Answer>} never rejects
   */
  async request(method, path, { token, headers = {}, body, address } = {}) {
    const isText = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
    const fields = {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(address === undefined ? {} : { 'x-forwarded-for': address }),
      ...headers,
    };
    const sent = instant();
    const answer = { status: 0, headers: {}, text: '', sent, answered: 0 };
    try {
      const response = await this.pool.request({
        method,
        path,
        headers: fields,
        body: isText ? body : JSON.stringify(body),
      });
      answer.text = await response.body.text();
      answer.status = response.statusCode;
      for (const [name, value] of Object.entries(response.headers))
        answer.headers[name] = [value].flat().join(', ');
    } catch (error) {
      answer.text = '';
      answer.error = error.code ?? error.message;
    }
    answer.answered = instant();
    this.watch(answer, { method, path, headers: fields, body });
    return answer;
  }

  /** Returns the body of a response with this status. @throws on any other status */
  async expect(status, method, path, options) {
    const answer = await this.request(method, path, options);
    if (answer.status !== status)
      throw new Error(`${method} ${path}: ${answer.status} ${answer.error ?? answer.text.slice(0, 300)}`);
    return answer.text === '' ? undefined : JSON.parse(answer.text);
  }

  close() {
    return this.pool.destroy();
  }
}

/** Runs `work` for 0 … count − 1, at most `width` at a time. */
export async function inParallel(count, width, work) {
  let next = 0;
  const loop = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: Math.min(width, count) }, loop));
}
