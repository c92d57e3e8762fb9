/**
 * The child's side of the engine host: takes one task at a time from the parent, runs it, answers.
 *
 * It never outlives its parent: when the IPC channel closes the whole process group ends at once, with any tool
 * (ffmpeg) an operation has started. A second thread watches the parent too, because a thread that is deep in a
 * computation does not hear the channel close.
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

/** Always ends in an answer: whatever an operation throws becomes a message. */
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
  // The callback swallows "channel closed": the parent is gone and this process is about to be.
  if (process.connected) process.send!(message, undefined, undefined, () => {});
}

/** Resolves when the second thread is up: a busy main thread would keep it from starting. */
async function endWithParent(): Promise<void> {
  process.on('disconnect', endGroup);
  // Plain JavaScript in a string: a worker file of its own would have to be found in src, dist and bundles.
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

/** The pool starts a child as the leader of its own group; where it is not one (Windows), only itself can end. */
function endGroup(): void {
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    process.exit(0);
  }
}
