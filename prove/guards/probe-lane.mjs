// The trial's end of a probe process: one task at a time, and a new process when one has died over its task.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isRunning } from '../harness/cluster/child.mjs';

const PROGRAM = fileURLToPath(new URL('./probe-process.mjs', import.meta.url));
/** For one build with all its probes. */
const PATIENCE_MS = 180_000;

export class ProbeLane {
  /** @returns {Promise<Map<string, {verdict: string, broken?: string}>>} by name; `error` where none was reached */
  async run(dist, databaseUrl, names) {
    const { verdicts = {}, failed } = await this.tell({ dist, databaseUrl, names });
    return new Map(names.map((name) => [name, verdicts[name] ?? { verdict: 'error', broken: failed }]));
  }

  tell(task) {
    // One that ended while nothing was asked of it was noticed by nobody.
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
        end({ failed: `no verdict: ${why}` });
      };
      const late = setTimeout(() => gone(`it took longer than ${PATIENCE_MS} ms`), PATIENCE_MS);
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
