// Callers that open a connection for each request, so that at any time some connections are not yet accepted by a process.
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const CALLERS = 4;
const PAUSE_MS = 10;

export class NewConnections {
  answered = 0;
  /** Requests without a response or an error within `giveUpMs`. */
  hung = 0;
  #isStopping = false;
  /** Requests of `untilProgress`. */
  #extra = [];

  constructor(base, { giveUpMs }) {
    Object.assign(this, { base, giveUpMs });
  }

  start() {
    this.loops = Array.from({ length: CALLERS }, async () => {
      while (!this.#isStopping) {
        await this.#request();
        await sleep(PAUSE_MS);
      }
    });
  }

  /**
   * Resolves after ten more responses: by then the kernel has offered a connection to every process on the port. Opens connections
   * of its own, because a process that has just been stopped may have accepted those of all loops.
   */
  async untilProgress() {
    const enough = this.answered + 10;
    while (this.answered < enough) {
      this.#extra.push(this.#request());
      await sleep(PAUSE_MS);
    }
  }

  async stop() {
    this.#isStopping = true;
    await Promise.all([...this.loops, ...this.#extra]);
  }

  #request() {
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
