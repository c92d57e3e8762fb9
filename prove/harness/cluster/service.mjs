// One process of the service, `node dist/main.js`, on a port that stays its own however often it is killed. An exit that
// the trial did not ask for is remembered: a service that falls over is a finding, also when it is started again.
import { EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isRunning, sendMessage, sendSignal, startChild } from './child.mjs';

const MAIN = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));
/**
 * A run starts a thousand processes, most of which live for seconds. A larger nursery and machine code that is made later
 * than usual take a quarter off the processor time of a start; nothing else is different.
 */
const CHEAP_START = ['--max-semi-space-size=32', '--interrupt-budget=2000000'];

export class Service extends EventEmitter {
  /**
   * @param roles 'api', 'worker' or 'api,worker' @param restart start it again whenever it ends
   * @param main its program, when it is not the one that was built here
   */
  constructor({ name, roles, port, env, cwd, logFile, restart, main = MAIN }) {
    super();
    this.setMaxListeners(0);
    Object.assign(this, { name, roles, port, env, cwd, logFile, restart, main });
    this.base = `http://127.0.0.1:${port}`;
    this.isReady = false;
    this.starts = 0;
    this.unexpectedExits = [];
  }

  get pid() {
    return this.child?.pid;
  }

  get isRunning() {
    return isRunning(this.child);
  }

  serves(role) {
    return this.roles.split(',').includes(role);
  }

  /** @returns a promise of its being ready; rejects when it ends before. */
  start() {
    this.starts += 1;
    this.isReady = false;
    this.wanted = true;
    // Goes into the report of an exit that nobody asked for: whoever reads it elsewhere has no logs.
    const output = { last: '' };
    const onOutput = (text) => {
      output.last = (output.last + text).slice(-2000);
      if (this.isReady || child !== this.child) return;
      if (!output.last.includes('Offprint is ready at')) return;
      this.isReady = true;
      this.readyAt = performance.now();
      this.emit('ready');
    };
    const env = { PATH: process.env.PATH, ...this.env, PORT: String(this.port), ROLES: this.roles };
    const { cwd, logFile } = this;
    const child = startChild(this.main, [], { env, cwd, logFile, onOutput, nodeOptions: CHEAP_START });
    this.child = child;
    child.on('message', (message) => this.emit('message', message));
    void child.gone.then((exit) => this.ended(child, { ...exit, output }));
    return this.ready();
  }

  ended(child, exit) {
    if (child !== this.child) return;
    this.isReady = false;
    if (this.wanted) this.unexpectedExits.push(exit);
    this.emit('exit', exit);
    if (this.restart && !this.stopped) this.start().catch(() => {});
  }

  ready() {
    if (this.isReady) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const done = (end) => () => {
        this.off('ready', onReady);
        this.off('exit', onExit);
        end();
      };
      const onReady = done(resolve);
      const onExit = done(() =>
        reject(new Error(`${this.name} ended before it was ready; see ${this.logFile}`)),
      );
      this.on('ready', onReady);
      this.on('exit', onExit);
    });
  }

  /** Resolves when it is ready, however many starts that takes. */
  async readyAgain() {
    while (!this.isReady) await new Promise((resolve) => this.once('ready', resolve));
  }

  /** kill -9; resolves when it is gone. */
  async kill() {
    this.wanted = false;
    this.isReady = false;
    sendSignal(this.child, 'SIGKILL');
    return this.child.gone;
  }

  /** SIGTERM; resolves with {code, signal, ms} when it is gone. */
  async terminate() {
    const startedAt = performance.now();
    this.wanted = false;
    sendSignal(this.child, 'SIGTERM');
    const exit = await this.child.gone;
    return { ...exit, ms: performance.now() - startedAt };
  }

  /** SIGSTOP, SIGCONT. */
  signal(signal) {
    sendSignal(this.child, signal);
  }

  /** For the plugin inside it: {arm: …}, {disarm: true}, {trace: true}. */
  tell(message) {
    return sendMessage(this.child, message);
  }

  /** It will end now, by its own hand at a crash point: that is no unexpected exit. */
  expectExit() {
    this.wanted = false;
    return this.child.gone;
  }

  async stop() {
    this.stopped = true;
    this.wanted = false;
    sendSignal(this.child, 'SIGCONT');
    sendSignal(this.child, 'SIGKILL');
    await this.child?.gone;
  }
}
