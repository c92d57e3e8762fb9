/** Starts a Node.js program of the benchmark (a floor, a peer) as a process of its own, and ends it again. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** @returns the process; `first` is the first line it prints; its standard input ends when the benchmark does. */
export async function startProgram(path, args = [], env = {}) {
  const child = spawn(process.execPath, [path, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
  });
  const gone = once(child, 'exit');
  const ended = gone.then(([code]) => {
    throw new Error(`${path} ended at its start (${code})`);
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
      await gone;
    },
  };
}
