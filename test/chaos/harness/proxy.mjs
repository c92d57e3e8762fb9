// A TCP proxy between the service and PostgreSQL: connections can be cut with a reset, or left half-open (both sides
// think that they are connected, and nothing comes through), which no signal to either side can do.
import { createServer, connect } from 'node:net';
import { freePort } from './ports.mjs';

export class TcpProxy {
  pairs = new Set();
  lost = new Set();
  deaf = false;

  async start(targetPort) {
    this.port = await freePort();
    this.server = createServer((near) => this.join(near, connect(targetPort, '127.0.0.1')));
    await new Promise((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
  }

  join(near, far) {
    const pair = { near, far, frozen: this.deaf };
    this.pairs.add(pair);
    const end = () => {
      if (pair.frozen) return;
      near.destroy();
      far.destroy();
      this.pairs.delete(pair);
    };
    near.on('data', (chunk) => this.pass(pair, near, far, chunk));
    far.on('data', (chunk) => this.pass(pair, far, near, chunk));
    for (const from of [near, far]) {
      from.on('error', end);
      from.on('close', end);
    }
  }

  pass(pair, from, to, chunk) {
    if (pair.frozen) return;
    if (pair.doomed) return from === pair.far ? this.spring(pair) : undefined;
    to.write(chunk);
    if (!this.trap || from !== pair.near || !chunk.includes(this.trap.text)) return;
    pair.doomed = true;
    if (!this.trap.afterAnswer) this.spring(pair);
  }

  /** The service's side is reset; the server's gets to its end whatever it has been sent. */
  spring(pair) {
    pair.near.resetAndDestroy();
    pair.far.end();
    this.pairs.delete(pair);
    this.trap?.sprung();
    this.trap = null;
  }

  /**
   * Cuts the next connection on which a statement of this name is sent: at once, or when its answer comes back, which is
   * after its commit and never reaches the service. @returns a promise of the cut
   */
  cutOn(text, { afterAnswer }) {
    return new Promise((sprung) => (this.trap = { text, afterAnswer, sprung }));
  }

  /** The same server under our address. */
  through(url) {
    const address = new URL(url);
    address.port = String(this.port);
    return address.href;
  }

  /** From now on nothing passes on what is connected; new connections work, unless `deaf` is set. */
  freeze() {
    for (const pair of this.pairs) pair.frozen = true;
    return this.pairs.size;
  }

  /** The far ends of what was frozen are given up, as a network does in the end. The near ones never hear of it. */
  forget() {
    for (const pair of [...this.pairs].filter(({ frozen }) => frozen)) {
      pair.far.destroy();
      pair.near.pause();
      this.pairs.delete(pair);
      this.lost.add(pair);
    }
  }

  /** Resets every connection. @returns how many */
  cut() {
    const cut = [...this.pairs, ...this.lost];
    this.lost.clear();
    for (const pair of cut) {
      pair.near.resetAndDestroy();
      pair.far.resetAndDestroy();
      this.pairs.delete(pair);
    }
    return cut.length;
  }

  async stop() {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
