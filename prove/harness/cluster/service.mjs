// One process of the service, `node dist/main.js`, with the same port after every restart. Records exits that the trial did not
// cause: a crash of the service is a finding even when the process is restarted.
import { EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isRunning, sendMessage, sendSignal, startChild } from './child.mjs';

const MAIN = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));

export class Service extends EventEmitter {
  /**
   * @param roles 'api', 'worker' or 'api,worker' @param restart restart it whenever it exits
   * @param main a program other than the present build
   * @param host its address @param through the command line that starts it there
   */
  constructor({ name, roles, port, env, cwd, logFile, restart, main = MAIN, host = '127.0.0.1', through }) {
    super();
    this.setMaxListeners(0);
    Object.assign(this, { name, roles, port, env, cwd, logFile, restart, main, through });
    this.base = `http://${host}:${port}`;
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

  /** Starts the process. @returns a promise that resolves when it is ready and rejects when it exits before */
  start() {
    this.starts += 1;
    this.isReady = false;
    this.shouldRun = true;
    // The report of an unexpected exit includes the last output.
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
    const { cwd, logFile, through } = this;
    const child = startChild(this.main, [], { env, cwd, logFile, onOutput, through });
    this.child = child;
    child.on('message', (message) => this.emit('message', message));
    void child.gone.then((exit) => this.handleExit(child, { ...exit, output }));
    return this.ready();
  }

  handleExit(child, exit) {
    if (child !== this.child) return;
    this.isReady = false;
    if (this.shouldRun) this.unexpectedExits.push(exit);
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

  /** Resolves when the process is ready, after any number of restarts. */
  async untilReady() {
    while (!this.isReady) await new Promise((resolve) => this.once('ready', resolve));
  }

  /** Sends SIGKILL; resolves when the process has exited. */
  async kill() {
    this.shouldRun = false;
    this.isReady = false;
    sendSignal(this.child, 'SIGKILL');
    return this.child.gone;
  }

  /** Sends SIGTERM; resolves with {code, signal, ms} when the process has exited. */
  async terminate() {
    const startedAt = performance.now();
    this.shouldRun = false;
    sendSignal(this.child, 'SIGTERM');
    const exit = await this.child.gone;
    return { ...exit, ms: performance.now() - startedAt };
  }

  /** Sends a signal such as SIGSTOP or SIGCONT. */
  signal(signal) {
    sendSignal(this.child, signal);
  }

  /** Sends a message to the plugin in the process: {arm: …}, {disarm: true}, {trace: true}. */
  send(message) {
    return sendMessage(this.child, message);
  }

  /** Declares the next exit as expected: the process kills itself at a crash point. */
  expectExit() {
    this.shouldRun = false;
    return this.child.gone;
  }

  async stop() {
    this.stopped = true;
    this.shouldRun = false;
    sendSignal(this.child, 'SIGCONT');
    sendSignal(this.child, 'SIGKILL');
    await this.child?.gone;
  }
}
