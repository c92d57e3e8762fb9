// A TCP proxy between the service and PostgreSQL: connections can be cut with a reset, or left half-open, which no signal
// to either side can do. A half-open connection stays so on both sides, whatever either of them does: nothing that one
// end sends or closes reaches the other, and no keepalive notices it, until the trial says `forget` or `cut`.
import { connect, createServer } from 'node:net';
import { freePort } from '../cluster/ports.mjs';

export class TcpProxy {
  pairs = new Set();
  /** True: new connections are half-open from the start. An `application_name`: those of its connections. */
  deaf = false;

  async start(targetPort) {
    this.port = await freePort();
    this.server = createServer((near) => this.join(near, connect(targetPort, '127.0.0.1')));
    await new Promise((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
  }

  join(near, far) {
    const pair = { near, far, frozen: this.deaf === true, application: null };
    this.pairs.add(pair);
    const end = () => {
      if (pair.frozen) return;
      near.destroy();
      far.destroy();
      this.pairs.delete(pair);
    };
    near.on('data', (chunk) => {
      this.recognise(pair, chunk);
      this.pass(pair, near, far, chunk);
    });
    far.on('data', (chunk) => this.pass(pair, far, near, chunk));
    for (const from of [near, far]) {
      from.on('error', end);
      from.on('close', end);
    }
  }

  /** By its first message, which names the application. */
  recognise(pair, chunk) {
    if (pair.application !== null) return;
    pair.application = /application_name\0([^\0]*)/.exec(chunk.toString('latin1'))?.[1] ?? '';
    if (this.deaf === pair.application) pair.frozen = true;
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

  /**
   * From now on nothing passes on what is connected; new connections work, unless `deaf` is set.
   * @param only the `application_name` of the connections that are meant @returns how many
   */
  freeze({ only } = {}) {
    const meant = [...this.pairs].filter(
      ({ frozen, application }) => !frozen && (only === undefined || application === only),
    );
    for (const pair of meant) pair.frozen = true;
    return meant.length;
  }

  /** The half-open ones are reset on both sides, as a network does after hours. */
  forget() {
    for (const pair of [...this.pairs].filter(({ frozen }) => frozen)) this.reset(pair);
  }

  /** Resets every connection. @returns how many */
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
