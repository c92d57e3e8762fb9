// API callers that tolerate failures. They use keep-alive connections, send every create with an Idempotency-Key, and repeat it
// at any process until it is acknowledged. They record every acknowledged predictionId (I8), every status (I9) and every
// response that the contract does not allow.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';

const GIVE_UP_MS = 240_000;

export class LoadClient {
  /** predictionId → {key, idempotencyKey, statuses: [], final, body} */
  predictions = new Map();
  /** Idempotency-Key → predictionId */
  acknowledged = new Map();
  /** Responses that the contract does not allow, and contradictions between responses. */
  wrong = [];
  /** Connection errors by code. */
  errors = new Map();
  answers = new Map();
  slowestMs = 0;

  /** @param {{base: string}[]} apis @param {{secret: string}[]} keys @param {import('../random.mjs').Random} random */
  constructor(apis, keys, random, { connections = 32, onAnswer = () => {}, onError = () => {} } = {}) {
    Object.assign(this, { apis, keys, random, onAnswer, onError });
    this.pools = new Map(
      apis.map(({ base }) => [
        base,
        new Pool(base, {
          connections,
          pipelining: 1,
          headersTimeout: 70_000,
          bodyTimeout: 70_000,
          connectTimeout: 2_000,
        }),
      ]),
    );
  }

  /** Sends one request. @returns {status, headers, body, ms}, or null when the connection failed */
  async request(method, path, { key, base = this.random.pick(this.apis).base, body, headers = {} } = {}) {
    const startedAt = performance.now();
    try {
      const answer = await this.pools.get(base).request({
        method,
        path,
        headers: {
          authorization: `Bearer ${key.secret}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        body: body ? JSON.stringify(body) : undefined,
      });
      const text = await answer.body.text();
      const ms = performance.now() - startedAt;
      const seen = { method, path, base, status: answer.statusCode, headers: answer.headers, text, ms };
      this.note(seen);
      return { ...seen, body: text.startsWith('{') ? JSON.parse(text) : null };
    } catch (error) {
      const code = error.code ?? error.name;
      this.errors.set(code, (this.errors.get(code) ?? 0) + 1);
      this.onError({ method, path, base, code, ms: performance.now() - startedAt, error });
      return null;
    }
  }

  note(seen) {
    const { method, path, status, headers, text, ms } = seen;
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
    if (!path.includes('wait=')) this.slowestMs = Math.max(this.slowestMs, ms);
    const isAllowed = status < 500 || (status === 503 && headers['retry-after']);
    if (!isAllowed) this.wrong.push(`${method} ${path}: ${status} ${text.slice(0, 200)}`);
    this.onAnswer(seen);
  }

  /** Creates one prediction, with retries. @returns its predictionId, or null when rejected */
  async create(body, { key = this.random.pick(this.keys), idempotencyKey = randomUUID(), base } = {}) {
    const until = performance.now() + GIVE_UP_MS;
    for (;;) {
      const answer = await this.request('POST', '/api/generate', {
        key,
        base,
        body,
        headers: { 'idempotency-key': idempotencyKey },
      });
      if (answer?.status === 201) return this.acknowledge(answer.body.predictionId, key, idempotencyKey);
      if (answer && ![409, 429, 500, 503].includes(answer.status)) {
        this.wrong.push(`create: ${answer.status} ${answer.text.slice(0, 200)}`);
        return null;
      }
      if (performance.now() > until) throw new Error(`a create was not acknowledged within ${GIVE_UP_MS} ms`);
      await sleep(this.random.between(20, answer?.status === 409 ? 60 : 150));
    }
  }

  acknowledge(predictionId, key, idempotencyKey) {
    const known = this.acknowledged.get(idempotencyKey);
    if (known && known !== predictionId)
      this.wrong.push(`I8: one Idempotency-Key, two predictions: ${known}, ${predictionId}`);
    this.acknowledged.set(idempotencyKey, predictionId);
    if (!this.predictions.has(predictionId))
      this.predictions.set(predictionId, { key, idempotencyKey, statuses: [], final: null });
    return predictionId;
  }

  /** Requests the status once. @returns the body, or null without a 200 */
  async status(predictionId, { wait = 0, base } = {}) {
    const record = this.predictions.get(predictionId);
    const answer = await this.request(
      'GET',
      `/api/generate/status/${predictionId}${wait ? `?wait=${wait}` : ''}`,
      { key: record.key, base },
    );
    if (answer?.status === 404) this.wrong.push(`I8: ${predictionId} was acknowledged and is unknown`);
    if (answer?.status !== 200) return null;
    this.recordStatus(record, predictionId, answer.body);
    return answer.body;
  }

  recordStatus(record, predictionId, body) {
    const last = record.statuses.at(-1);
    if (last !== body.status) record.statuses.push(body.status);
    if (record.final && record.final !== body.status)
      this.wrong.push(`I9: ${predictionId} was ${record.final} and is ${body.status}`);
    if (body.status !== 'processing') record.final = body.status;
    record.body = body;
  }

  /** Polls until the prediction is final. @returns the last body */
  async follow(predictionId, { wait = 5, base } = {}) {
    const until = performance.now() + GIVE_UP_MS;
    for (;;) {
      const body = await this.status(predictionId, { wait, base });
      if (body && body.status !== 'processing') return body;
      if (performance.now() > until) throw new Error(`${predictionId} was not final within ${GIVE_UP_MS} ms`);
      if (!body) await sleep(this.random.between(50, 200));
    }
  }

  /**
   * Creates and follows `total` predictions, `concurrency` at a time.
   * @param make (index) → body of the create @param onDone (done) after each
   */
  async run({ total, concurrency = 32, make, follow = true, onDone = () => {}, signal }) {
    let next = 0;
    let done = 0;
    const loop = async () => {
      while (next < total && !signal?.aborted) {
        const id = await this.create(make(next++));
        if (id && follow) await this.follow(id);
        onDone(++done);
      }
    };
    await Promise.all(Array.from({ length: Math.min(concurrency, total) }, loop));
    return done;
  }

  async close() {
    await Promise.all([...this.pools.values()].map((pool) => pool.destroy()));
  }
}
