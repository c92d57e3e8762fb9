// Runs a program with its output shown, and ends it and all that it has started when its time is over.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** From the request to end until the process group is killed: reports are written in this time. */
const ENDING_MS = 30_000;

/** @returns {Promise<number | null>} the exit code, null when the program was killed @throws when it cannot be started */
export async function runBounded(program, args, { cwd, env, timeoutMs, signal }) {
  // A process group of its own, so that what it starts ends with it.
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'inherit', 'inherit'] });
  const timers = [];
  const end = () => {
    kill(child, 'SIGINT');
    timers.push(setTimeout(() => kill(child, 'SIGKILL'), ENDING_MS));
  };
  timers.push(setTimeout(end, timeoutMs));
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    const [exitCode] = await once(child, 'exit');
    return exitCode;
  } finally {
    for (const timer of timers) clearTimeout(timer);
    signal.removeEventListener('abort', end);
    kill(child, 'SIGKILL');
  }
}

function kill({ pid }, name) {
  try {
    process.kill(-pid, name);
  } catch {
    // The group has ended, or never started.
  }
}
