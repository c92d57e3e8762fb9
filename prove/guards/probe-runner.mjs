// Runs a probe process for the trial: one task at a time. Starts a new process after one has died.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isRunning } from '../harness/cluster/child.mjs';

const PROGRAM = fileURLToPath(new URL('./probe-process.mjs', import.meta.url));
/** Limit for one build with all its probes. */
const TIMEOUT_MS = 180_000;

export class ProbeRunner {
  /** @returns {Promise<Map<string, {outcome: string, broken?: string}>>} by name; the outcome is `error` without a result */
  async run(dist, databaseUrl, names) {
    const { results = {}, failed } = await this.send({ dist, databaseUrl, names });
    return new Map(names.map((name) => [name, results[name] ?? { outcome: 'error', broken: failed }]));
  }

  send(task) {
    // Also replaces a process that died while it was idle.
    if (!isRunning(this.child))
      this.child = fork(PROGRAM, [], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const { child } = this;
    return new Promise((resolve) => {
      const end = (answer) => {
        clearTimeout(late);
        child.removeAllListeners();
        resolve(answer);
      };
      const gone = (why) => {
        this.child = undefined;
        child.kill('SIGKILL');
        end({ failed: `no result: ${why}` });
      };
      const late = setTimeout(() => gone(`it took longer than ${TIMEOUT_MS} ms`), TIMEOUT_MS);
      child.once('message', end);
      child.once('exit', (code, signal) => gone(`the process ended with ${signal ?? code}`));
      child.once('error', (error) => gone(error.message));
      child.send(task);
    });
  }

  async close() {
    if (!isRunning(this.child)) return;
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.disconnect();
    await gone;
  }
}
