// Callers that open a connection for each request: some connections are always between the kernel and a process.
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const LANES = 4;
const PAUSE_MS = 10;

export class NewConnections {
  answered = 0;
  /** Requests without a response or an error within `giveUpMs`, which nothing but the caller would have ended. */
  hung = 0;
  #isStopping = false;
  /** Requests of `flows`. */
  #extra = [];

  constructor(base, { giveUpMs }) {
    Object.assign(this, { base, giveUpMs });
  }

  start() {
    this.lanes = Array.from({ length: LANES }, async () => {
      while (!this.#isStopping) {
        await this.#ask();
        await sleep(PAUSE_MS);
      }
    });
  }

  /**
   * Resolves after ten more responses: by then every process on the port has been offered a connection. It opens connections of
   * its own, because a process that has just been stopped may have accepted those of all lanes.
   */
  async flows() {
    const enough = this.answered + 10;
    while (this.answered < enough) {
      this.#extra.push(this.#ask());
      await sleep(PAUSE_MS);
    }
  }

  async stop() {
    this.#isStopping = true;
    await Promise.all([...this.lanes, ...this.#extra]);
  }

  #ask() {
    return new Promise((resolve) => {
      const request = get(`${this.base}/health/live`, { agent: false }, (response) => {
        this.answered += 1;
        response.resume();
      });
      const giveUp = setTimeout(() => {
        this.hung += 1;
        request.destroy();
      }, this.giveUpMs);
      request.on('error', () => {});
      request.on('close', () => {
        clearTimeout(giveUp);
        resolve();
      });
    });
  }
}
