// Starts and ends the child processes of a run. Signals only processes that were started here. All of them end with the run: each
// exits when its IPC channel closes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

const running = new Set();

/**
 * Starts `node program args` with an IPC channel and appends its output to `logFile`.
 * `endWith`: the signal at the end of the run; must not be SIGKILL for a program that has to end processes of its own.
 * `through`: a command line that starts the program, such as `nsenter …`.
 * @returns the child, with `gone`: a promise of its exit, {code, signal}.
 */
export function startChild(
  program,
  args,
  { env, cwd, logFile, onOutput, endWith = 'SIGKILL', through = [] },
) {
  const [command, ...before] = [...through, process.execPath];
  const child = spawn(command, [...before, program, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.endWith = endWith;
  running.add(child);
  child.gone = once(child, 'exit').then(([code, signal]) => {
    running.delete(child);
    return { code, signal };
  });
  const log = createWriteStream(logFile, { flags: 'a' });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      log.write(chunk);
      onOutput?.(chunk.toString());
    });
  }
  child.on('error', () => {}); // Happens when a message is sent to a child that has just been killed.
  child.once('close', () => log.end());
  return child;
}

export const isRunning = (child) => Boolean(child) && child.exitCode === null && child.signalCode === null;

export function sendSignal(child, signal) {
  if (isRunning(child)) child.kill(signal);
}

/** @returns false when the child has already exited */
export function sendMessage(child, message) {
  if (!isRunning(child) || !child.connected) return false;
  child.send(message, () => {});
  return true;
}

/** Kills all children. Last resort: clusters stop their own processes in order. */
export function killAll() {
  for (const child of running) {
    child.kill('SIGCONT');
    child.kill(child.endWith);
  }
}
process.once('exit', killAll);
