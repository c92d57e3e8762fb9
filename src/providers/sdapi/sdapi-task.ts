/**
 * A running task of ours beside the request that waits for it: how far it is, and ending it. Whether the task that runs
 * is ours is known by the id that we gave it (`force_task_id`); a server that does not tell gets no question twice, and
 * is never interrupted: what runs might be somebody else's.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { EngineClient } from '../wire/index.js';

/** `running` with 0–1; `waiting`: ours is not the one that runs; `untold`: this server does not say. */
export type TaskState = { state: 'running'; progress: number } | { state: 'waiting' | 'untold' };

const ASK_EVERY_MS = 1_000;
const ASK_TIMEOUT_MS = 5_000;

/** Both ways of asking: A1111, Forge and SD.Next know tasks at the first; others name the current one at the second. */
export async function askTask(client: EngineClient, taskId: string, signal: AbortSignal): Promise<TaskState> {
  const json = { id_task: taskId, id_live_preview: -1, live_preview: false };
  const asked = { signal, timeoutMs: ASK_TIMEOUT_MS };
  const inside = await client.exchange({ method: 'POST', url: '/internal/progress', json, ...asked });
  if (inside.ok) return running(inside.json(), (told) => told.active === true);
  const query = { skip_current_image: 'true' };
  const plain = await client.exchange({ url: '/sdapi/v1/progress', query, ...asked });
  if (!plain.ok) return { state: 'untold' };
  const told = plain.json();
  if (typeof (told as Told | null)?.current_task !== 'string') return { state: 'untold' };
  return running(told, ({ current_task: current }) => current === taskId);
}

interface Told {
  active?: unknown;
  progress?: unknown;
  current_task?: unknown;
}

function running(answer: unknown, isOurs: (told: Told) => boolean): TaskState {
  const told = (answer ?? {}) as Told;
  if (!isOurs(told)) return { state: 'waiting' };
  return { state: 'running', progress: typeof told.progress === 'number' ? told.progress : 0 };
}

/** Reports 0–100 until `stop`. Never throws: progress is a courtesy. */
export async function watchTask(
  client: EngineClient,
  taskId: string,
  progress: (percent: number) => void,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    try {
      await sleep(ASK_EVERY_MS, undefined, { signal: stop });
      const told = await askTask(client, taskId, stop);
      if (told.state === 'untold') return;
      if (told.state === 'running') progress(Math.min(99, Math.max(0, Math.round(told.progress * 100))));
    } catch {
      // Busy, restarting, or we were told to stop: the loop's condition tells which.
    }
  }
}

/**
 * Ends our task when it is the one that runs. The server knows no other way than to interrupt what runs, so one that
 * ends between the question and the interruption lets the next one be hit; there is no telling them apart.
 */
export async function interruptTask(
  client: EngineClient,
  taskId: string,
  signal: AbortSignal,
): Promise<void> {
  const told = await askTask(client, taskId, signal);
  if (told.state === 'running') await client.exchange({ method: 'POST', url: '/sdapi/v1/interrupt', signal });
}
