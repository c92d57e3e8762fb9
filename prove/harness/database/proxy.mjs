// A TCP proxy between the service and PostgreSQL. It can reset connections or make them half-open, which no signal to either side
// can do. On a half-open connection no data and no close of one end reaches the other end, and no keepalive detects it, until the
// trial calls `resetFrozen` or `cut`.
import { connect, createServer } from 'node:net';
import { freePort } from '../cluster/ports.mjs';

export class TcpProxy {
  pairs = new Set();
  /** True: new connections are half-open from the start. An `application_name`: only new connections with this name. */
  freezeNew = false;

  async start(targetPort) {
    this.port = await freePort();
    this.server = createServer((near) => this.join(near, connect(targetPort, '127.0.0.1')));
    await new Promise((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
  }

  join(near, far) {
    const pair = { near, far, frozen: this.freezeNew === true, application: null };
    this.pairs.add(pair);
    const end = () => {
      if (pair.frozen) return;
      near.destroy();
      far.destroy();
      this.pairs.delete(pair);
    };
    near.on('data', (chunk) => {
      this.identify(pair, chunk);
      this.pass(pair, near, far, chunk);
    });
    far.on('data', (chunk) => this.pass(pair, far, near, chunk));
    for (const from of [near, far]) {
      from.on('error', end);
      from.on('close', end);
    }
  }

  /** Reads the `application_name` of a connection from its startup message. */
  identify(pair, chunk) {
    if (pair.application !== null) return;
    pair.application = /application_name\0([^\0]*)/.exec(chunk.toString('latin1'))?.[1] ?? '';
    if (this.freezeNew === pair.application) pair.frozen = true;
  }

  pass(pair, from, to, chunk) {
    if (pair.frozen) return;
    if (pair.isCutPending) return from === pair.far ? this.cutPair(pair) : undefined;
    to.write(chunk);
    if (!this.cutOrder || from !== pair.near || !chunk.includes(this.cutOrder.text)) return;
    pair.isCutPending = true;
    if (!this.cutOrder.afterAnswer) this.cutPair(pair);
  }

  /** Resets the service's side; the server still processes what it has received. */
  cutPair(pair) {
    pair.near.resetAndDestroy();
    pair.far.end();
    this.pairs.delete(pair);
    this.cutOrder?.resolve();
    this.cutOrder = null;
  }

  /**
   * Cuts the next connection on which a statement of this name is sent: at once, or when its result arrives, which is
   * after its commit; the result does not reach the service. @returns a promise of the cut
   */
  cutOn(text, { afterAnswer }) {
    return new Promise((resolve) => (this.cutOrder = { text, afterAnswer, resolve }));
  }

  /** Returns the URL of the server through this proxy. */
  through(url) {
    const address = new URL(url);
    address.port = String(this.port);
    return address.href;
  }

  /**
   * Makes the present connections half-open; new connections work, unless `freezeNew` is set.
   * @param only the `application_name` of the affected connections @returns their number
   */
  freeze({ only } = {}) {
    const affected = [...this.pairs].filter(
      ({ frozen, application }) => !frozen && (only === undefined || application === only),
    );
    for (const pair of affected) pair.frozen = true;
    return affected.length;
  }

  /** Resets the half-open connections on both sides, as a network does after hours. */
  resetFrozen() {
    for (const pair of [...this.pairs].filter(({ frozen }) => frozen)) this.reset(pair);
  }

  /** Resets every connection. @returns their number */
  cut() {
    const cut = [...this.pairs];
    for (const pair of cut) this.reset(pair);
    return cut.length;
  }

  reset(pair) {
    pair.near.resetAndDestroy();
    pair.far.resetAndDestroy();
    this.pairs.delete(pair);
  }

  async stop() {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
