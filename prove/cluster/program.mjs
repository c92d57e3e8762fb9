// Starts and ends the programs of a host other than the service: etcd, Patroni, HAProxy. Writes their output to a file. The namespaces
// of the run end them at the latest (private-namespaces.mjs).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';

export class Program {
  constructor({ command, env = {}, logFile, cwd = '/' }) {
    Object.assign(this, { command, env, logFile, cwd });
  }

  get isRunning() {
    return Boolean(this.child) && this.child.exitCode === null && this.child.signalCode === null;
  }

  start() {
    const log = openSync(this.logFile, 'a');
    const [command, ...args] = this.command;
    const env = { PATH: process.env.PATH, LANG: 'C.UTF-8', ...this.env };
    this.child = spawn(command, args, { cwd: this.cwd, env, stdio: ['ignore', log, log] });
    this.gone = once(this.child, 'exit');
    return this;
  }

  signal(signal) {
    if (this.isRunning) this.child.kill(signal);
  }

  /** Resolves when it has exited. */
  async stop(signal = 'SIGTERM') {
    if (!this.isRunning) return;
    this.signal(signal);
    await this.gone;
  }
}
