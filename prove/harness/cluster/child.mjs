// Every process of a run: started here, ended here. Only ids that this process has started are ever signalled, and all
// of them are ended when the run ends, however it ends: they hold a pipe to us, and go when it breaks.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

const running = new Set();

/**
 * Starts `node program args`, with `nodeOptions`, its output going to the end of `logFile`, with a channel for
 * messages.
 * `endWith`: the last signal when the run ends; for one that has processes of its own to end, not SIGKILL.
 * @returns the child, with `gone`: a promise of its exit, {code, signal}.
 */
export function startChild(
  program,
  args,
  { env, cwd, logFile, onOutput, nodeOptions = [], endWith = 'SIGKILL' },
) {
  const child = spawn(process.execPath, [...nodeOptions, program, ...args], {
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
  child.on('error', () => {}); // a message to one that has just been killed
  child.once('close', () => log.end());
  return child;
}

export const isRunning = (child) => Boolean(child) && child.exitCode === null && child.signalCode === null;

export function sendSignal(child, signal) {
  if (isRunning(child)) child.kill(signal);
}

/** @returns false when it is gone already. */
export function sendMessage(child, message) {
  if (!isRunning(child) || !child.connected) return false;
  child.send(message, () => {});
  return true;
}

/** Last resort; clusters stop their own processes in order. */
export function killAll() {
  for (const child of running) {
    child.kill('SIGCONT');
    child.kill(child.endWith);
  }
}
process.once('exit', killAll);
