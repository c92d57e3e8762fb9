// Records the history of one object over HTTP: each request and each response, with times of one monotonic clock. The outcome is
// unknown without a response and after a 408 or a 5xx, which do not say whether the request was executed. A request that was never
// sent, because its process accepts no connection, is not part of the history.
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { nextAddress } from '../callers/next-address.mjs';

/** Timeout of a client; the outcome is unknown afterwards. */
const GIVE_UP_MS = 4_000;
const CONNECT_MS = 2_000;
const NOT_SENT = new Set(['ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT', 'EHOSTUNREACH']);
/** Pause of a client after an unknown outcome: many unknown outcomes make a history slow to check. */
const RETRY_MS = 200;

/** Converts credits to thousandths: the checker uses whole numbers. */
export const thousandths = (credits) => Math.round(credits * 1000);

/** Connections of all clients to the processes of a cluster. */
export class Processes {
  /** @param {import('../cluster/service.mjs').Service[]} services that serve the API */
  constructor(services, connections = 16) {
    this.pools = new Map(
      services.map(({ name, base }) => [
        name,
        new Pool(base, {
          connections,
          pipelining: 1,
          headersTimeout: GIVE_UP_MS,
          bodyTimeout: GIVE_UP_MS,
          connectTimeout: CONNECT_MS,
        }),
      ]),
    );
    this.names = [...this.pools.keys()];
    /** Processes that a fault has taken away; clients choose others. */
    this.away = new Set();
  }

  /** Chooses a process; waits while all are away. */
  async pick(random) {
    for (;;) {
      const there = this.names.filter((name) => !this.away.has(name));
      if (there.length > 0) return random.pick(there);
      await sleep(RETRY_MS / 4);
    }
  }

  /**
   * Sends one request to a process. `signed` makes a body and headers of its own.
   * @returns {Promise<{status: number, headers: object, body: object} | null | undefined>} null without a response, undefined when
   * it was not sent
   */
  async send(name, method, path, { token, body, idempotencyKey, signed = () => ({}) } = {}) {
    const given = signed();
    const headers = {
      'x-forwarded-for': nextAddress(),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...given.headers,
    };
    try {
      const response = await this.pools
        .get(name)
        .request({ method, path, headers, body: given.body ?? (body && JSON.stringify(body)) });
      const text = await response.body.text();
      return { status: response.statusCode, headers: response.headers, body: text ? JSON.parse(text) : {} };
    } catch (error) {
      return NOT_SENT.has(error.code) ? undefined : null;
    }
  }

  async close() {
    await Promise.all([...this.pools.values()].map((pool) => pool.destroy()));
  }
}

const isKnown = (answer) => answer && answer.status !== 408 && answer.status < 500;

/** Returns nanoseconds of the machine's monotonic clock, which the engine's process reads too. */
export const clock = () => Number(process.hrtime.bigint());

export class Recorder {
  operations = [];

  /** @param {string} model that checks the history @param {object} init the state before it */
  constructor(processes, { model, name, init = {} }) {
    Object.assign(this, { processes, model, name, init });
  }

  get open() {
    return this.operations.filter(({ output }) => output === null).length;
  }

  /**
   * Sends one request and records it.
   * @param {{client: number, process: string, kind: string, input: object}} operation
   * @param request [method, path, options] @param read (answer) → output
   * @returns the answer when its outcome is known, null otherwise
   */
  async record({ client, process, kind, input = {} }, request, read) {
    const invoked = clock();
    const answer = await this.processes.send(process, ...request);
    if (answer === undefined) {
      await sleep(RETRY_MS);
      return null;
    }
    const answered = clock();
    const known = isKnown(answer);
    const output = known ? { status: answer.status, ...read(answer) } : null;
    this.operations.push({
      client,
      process,
      kind,
      input,
      invoked,
      answered: known ? answered : null,
      output,
    });
    return known ? answer : null;
  }

  /** Repeats a read until it is answered; records each attempt. */
  async recordUntilKnown(operation, request, read) {
    const { names } = this.processes;
    for (let at = 0; at < 600; at += 1) {
      const answer = await this.record({ ...operation, process: names[at % names.length] }, request, read);
      if (answer) return answer;
    }
    throw new Error(`${this.name}: the last ${operation.kind} has no response`);
  }

  /** Writes a line for the model and one per operation. @param translate (operation) → operation in the terms of the model */
  async write(path, translate = (one) => one) {
    const header = { model: this.model, name: this.name, init: this.init };
    const lines = [header, ...this.operations.map(translate)].map((one) => JSON.stringify(one));
    await writeFile(path, `${lines.join('\n')}\n`);
  }
}
