// Sixteen callers on keep-alive connections, for trials that end processes under load. A missing response counts as lost only
// when its request was sent; after a failed connection attempt the caller retries.
import { setTimeout as sleep } from 'node:timers/promises';
import { LoadClient } from './client.mjs';

const CALLERS = 16;
const POLL_MS = 20;

export class SteadyLoad {
  /** Requests that were sent and not answered: {method, path, base, code, ms, error, ...about()}. */
  lost = [];
  #stopping = new AbortController();
  #work;

  /** @param about () → the state of the trial when a request is lost */
  constructor(apis, keys, random, { runMs, about = () => ({}) }) {
    const onError = ({ error, ...failed }) => {
      const isConnecting = error.syscall === 'connect' || error.code === 'UND_ERR_CONNECT_TIMEOUT';
      if (!isConnecting) this.lost.push({ ...failed, error: String(error), ...about() });
    };
    this.client = new LoadClient(apis, keys, random, { onError });
    this.runMs = runMs;
  }

  start() {
    this.#work = this.client.run({
      total: Infinity,
      concurrency: CALLERS,
      signal: this.#stopping.signal,
      make: (at) => ({
        modelKey: `chaos-${['idempotent', 'lookup', 'none'][at % 3]}`,
        runMs: this.runMs,
        submitMs: at % 2 ? 20 : 0,
      }),
    });
    this.#work.catch(() => {});
  }

  /** Resolves when each caller has created one more prediction on average. */
  async untilProgress() {
    const enough = this.client.predictions.size + CALLERS;
    while (this.client.predictions.size < enough) await sleep(POLL_MS);
  }

  /** Resolves when the predictions of all callers are final. */
  async stop() {
    this.#stopping.abort();
    await this.#work;
  }
}
