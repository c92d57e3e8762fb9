// Controls the fake engine for a trial: starts its process, sets its faults, and reads its count of paid calls.
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { isRunning, startChild } from '../cluster/child.mjs';
import { freePort } from '../cluster/ports.mjs';

const PROGRAM = fileURLToPath(new URL('engine.mjs', import.meta.url));

export class EngineControl {
  /** @param {{address?: string, through?: string[]}} [host] its address, and the command line that starts it there */
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
    await this.request('POST', '/admin/faults', changes);
  }

  /** Returns predictionId → {kind, submits, paid, jobs}. */
  async state() {
    return this.request('GET', '/admin/state');
  }

  /** Returns [{prediction, runMs, acceptedAt}]; instants are nanoseconds of the machine's monotonic clock. */
  async jobs() {
    return this.request('GET', '/admin/jobs');
  }

  /** Returns the predictions with more than one paid call. */
  async doubled() {
    return this.request('GET', '/admin/doubled');
  }

  async request(method, path, body) {
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
