/**
 * The child's side of the engine host: receives one task at a time from the parent, runs it and sends the result.
 *
 * It never outlives its parent: when the IPC channel closes, the process group ends at once, including tools (ffmpeg) that
 * an operation started. A second thread watches the parent too, because a long computation blocks the event of the closed
 * channel.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type EngineOperation, type EngineOperationKey, EngineRefusal } from '../engine.js';
import type { FromChild, ToChild } from './messages.js';

type LoadOperation = (key: EngineOperationKey) => Promise<EngineOperation>;
type RunMessage = Extract<ToChild, { kind: 'run' }>;

export function serveTasks(load: LoadOperation): void {
  let current: { id: number; abort: AbortController } | undefined;
  const watched = endWithParent();
  process.on('message', (message: ToChild) => {
    if (message.kind === 'abort') {
      if (current?.id === message.id) current.abort.abort();
      return;
    }
    const abort = new AbortController();
    current = { id: message.id, abort };
    void watched.then(() => runTask(load, message, abort.signal)).then(send);
  });
}

/** Runs a task and sends its result; every error becomes a message. */
async function runTask(
  load: LoadOperation,
  { id, task }: RunMessage,
  signal: AbortSignal,
): Promise<FromChild> {
  send({ kind: 'started', id });
  let shown = -1;
  const progress = (percent: number) => {
    const whole = Math.floor(Math.min(100, Math.max(0, percent)));
    if (whole !== shown) send({ kind: 'progress', id, percent: (shown = whole) });
  };
  try {
    const operation = await load(task.operation);
    signal.throwIfAborted();
    return { kind: 'done', id, files: await operation(task, { progress, signal }) };
  } catch (error) {
    if (error instanceof EngineRefusal)
      return { kind: 'refused', id, code: error.code, message: error.message };
    return {
      kind: 'failed',
      id,
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}

function send(message: FromChild): void {
  // The callback ignores "channel closed": the parent is dead and this process is about to end.
  if (process.connected) process.send!(message, undefined, undefined, () => {});
}

/** Ends this process with its parent. Resolves when the second thread runs: a busy main thread would delay its start. */
async function endWithParent(): Promise<void> {
  process.on('disconnect', endGroup);
  // Plain JavaScript in a string: a file would have another path in src, dist and bundles.
  const watch = `
    setInterval(() => {
      if (process.ppid === require('node:worker_threads').workerData) return;
      try { process.kill(-process.pid, 'SIGKILL'); } catch { process.kill(process.pid, 'SIGKILL'); }
    }, 500);`;
  const limits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 };
  const workerData = Number(process.argv[2]);
  const watcher = new Worker(watch, {
    eval: true,
    workerData,
    resourceLimits: limits,
    env: {},
    execArgv: [],
  });
  await once(watcher, 'online');
  watcher.unref();
}

/** Kills the process group, whose leader the child is; without groups (Windows) only the child itself. */
function endGroup(): void {
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    process.exit(0);
  }
}
