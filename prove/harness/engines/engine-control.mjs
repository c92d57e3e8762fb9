// Controls the fake engine for a trial: starts its process, sets its faults, and reads its count of paid calls.
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { isRunning, startChild } from '../cluster/child.mjs';
import { freePort } from '../cluster/ports.mjs';

const PROGRAM = fileURLToPath(new URL('engine.mjs', import.meta.url));

export class EngineControl {
  /** @param {{address?: string, through?: string[]}} [host] where it runs, and the command line that runs it there */
  async start(logFile, { address = '127.0.0.1', through } = {}) {
    const port = await freePort();
    this.base = `http://${address}:${port}`;
    this.child = startChild(PROGRAM, [String(port), address], {
      ...{ env: { PATH: process.env.PATH }, cwd: '/', logFile, through },
    });
    await new Promise((resolve) => this.child.once('message', resolve));
  }

  /** @param changes {loseAnswer, busy: probabilities, slowMs} */
  async faults(changes) {
    await this.ask('POST', '/admin/faults', changes);
  }

  /** predictionId → {kind, submits, paid, jobs} */
  async state() {
    return this.ask('GET', '/admin/state');
  }

  /** [{prediction, runMs, acceptedAt}]: instants in nanoseconds of the machine's monotonic clock. */
  async jobs() {
    return this.ask('GET', '/admin/jobs');
  }

  /** Returns the predictions with more than one paid call. */
  async doubled() {
    return this.ask('GET', '/admin/doubled');
  }

  async ask(method, path, body) {
    const { body: answer } = await request(`${this.base}${path}`, {
      method,
      body: body && JSON.stringify(body),
    });
    return answer.json();
  }

  async stop() {
    if (!isRunning(this.child)) return;
    this.child.kill('SIGKILL');
    await this.child.gone;
  }
}
