// The load of the cluster trials: callers that create and follow predictions through the load balancer, repeat each create with its
// Idempotency-Key, and record every acknowledgement. It measures the longest time after a fault without an acknowledged create and
// without a finished prediction.
import { setTimeout as sleep } from 'node:timers/promises';
import { LoadClient } from '../harness/callers/client.mjs';
import { AcknowledgedWork } from './acknowledged-work.mjs';
import { KeyCallers } from './key-callers.mjs';

const CALLERS = 12;
const CLASSES = ['idempotent', 'lookup', 'none'];
const POLL_MS = 50;

export class Traffic {
  /** Times (performance.now) of acknowledged creates, and of responses that show the end of a prediction. */
  #served = [];
  #ended = [];
  #refused = 0;
  #stopping = new AbortController();

  constructor(cluster, keys, random, { runMs = 400 } = {}) {
    const onAnswer = ({ method, status, text }) => {
      const now = performance.now();
      if (method === 'POST' && status === 201) this.#served.push(now);
      if (method === 'GET' && status === 200 && !text.includes('"processing"')) this.#ended.push(now);
      if (status === 503) this.#refused += 1;
    };
    const onError = (lost) => this.lost.push({ ...lost, error: String(lost.error) });
    this.client = new LoadClient([cluster.front], keys, random, { connections: 48, onAnswer, onError });
    this.random = random.fork('orders');
    this.runMs = runMs;
  }

  /** Connections that failed during a request. */
  lost = [];

  /** Number of responses 503 so far. */
  get refused() {
    return this.#refused;
  }

  start() {
    this.#work = this.client.run({
      total: Infinity,
      concurrency: CALLERS,
      signal: this.#stopping.signal,
      make: () => ({
        modelKey: `chaos-${this.random.pick(CLASSES)}`,
        runMs: this.random.between(0, this.runMs),
        submitMs: this.random.between(0, 60),
      }),
    });
    this.#work.catch(() => {});
    return this;
  }

  #work;

  /** Resolves when every caller got one more acknowledgement on average, and as many predictions have ended. */
  async untilProgress() {
    const [served, ended] = [this.#served.length + CALLERS, this.#ended.length + CALLERS];
    while (this.#served.length < served || this.#ended.length < ended) await sleep(POLL_MS);
  }

  /**
   * Returns the longest time after a fault without an acknowledged create, and without the end of a prediction. After the death
   * of a leader these are the times from the fault to the first served request and to the first resumed prediction.
   * @param {number} since when the fault began @param {number} [until] counts only pauses that began before
   */
  outage(since, until = performance.now()) {
    return {
      servedMs: longestPause(this.#served, since, until),
      resumedMs: longestPause(this.#ended, since, until),
    };
  }

  /** Returns the number of creates that were acknowledged since then. @param {number} since by performance.now */
  acknowledgedSince(since) {
    return this.#served.filter((at) => at >= since).length;
  }

  /** Returns the number of predictions whose last known state is `status`. */
  ended(status) {
    return [...this.client.predictions.values()].filter(({ final }) => final === status).length;
  }

  /** Resolves when all predictions of the callers are final. */
  async stop() {
    this.#stopping.abort();
    await this.#work;
    await this.client.close();
  }
}

/** Returns the longest time between two of `times` (milliseconds, ascending), from `since`; of pauses that began before `until`. */
export function longestPause(times, since, until) {
  let longest = 0;
  let before = since;
  for (const at of times) {
    if (at < since) continue;
    if (before <= until) longest = Math.max(longest, at - before);
    before = at;
  }
  return Math.round(longest);
}

/** @returns "p50 (worst)" of milliseconds, in seconds */
export function spread(times) {
  if (times.length === 0) return '–';
  const sorted = [...times].sort((a, b) => a - b);
  const seconds = (ms) => (ms / 1000).toFixed(1);
  return `${seconds(sorted[Math.floor((sorted.length - 1) / 2)])} (${seconds(sorted.at(-1))})`;
}

/**
 * Runs faults under the load, checks the invariants throughout, and compares all acknowledged work with the stored work at the end.
 * @param work (cluster, traffic, acknowledged) → counts for the report
 */
export async function underLoad(context, work, options) {
  const cluster = await context.startCluster();
  await cluster.untilHealthy();
  const keys = await context.makeKeys(cluster.database, { accounts: 4, keysEach: 3 });
  const traffic = new Traffic(cluster, keys, context.random.fork('traffic'), options);
  const { client } = traffic;
  const faults = [];
  const report = {
    fail: (message, details) => context.fail(message, details),
    watch: ({ status, text }, { method, path }) => {
      if (status >= 500 && status !== 503) faults.push(`${method} ${path}: ${status} ${text.slice(0, 200)}`);
    },
  };
  const keyCallers = await new KeyCallers(cluster, context.random.fork('key callers'), report).start();
  const sources = { cluster, client, secret: cluster.paymentSecret };
  const acknowledged = await new AcknowledgedWork(sources, context.random.fork('buyers'), report).start();
  const watch = context.watch({ cluster, client });
  traffic.start();
  await traffic.untilProgress();
  const counts = await work(cluster, traffic, acknowledged);
  await cluster.untilHealthy();
  const keyCounts = await keyCallers.stop();
  await traffic.stop();
  const workCounts = await acknowledged.stop();
  const checks = await watch.finish();
  if (cluster.unexpectedExits.length > 0)
    context.fail('a process exited unexpectedly', cluster.unexpectedExits);
  if (faults.length > 0) context.fail('responses of 500 and more that are not 503', faults.slice(0, 10));
  return {
    n: {
      ...counts,
      predictions: client.predictions.size,
      'failed and refunded': traffic.ended('failed'),
      'answered 503': traffic.refused,
      ...workCounts,
      ...keyCounts,
      ...checks,
    },
  };
}
