/** Starts and stops a Node.js program of the benchmark (a floor, a peer) as a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Starts a program. `first` is the first line of its output. Its standard input ends when the benchmark ends. */
export async function startProgram(path, args = [], env = {}) {
  const child = spawn(process.execPath, [path, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const ended = exited.then(([code]) => {
    throw new Error(`${path} ended during its start (${code})`);
  });
  ended.catch(() => {});
  const [line] = await Promise.race([once(child.stdout, 'data'), ended]);
  child.stdout.resume();
  return {
    child,
    pid: child.pid,
    first: String(line).trim(),
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
