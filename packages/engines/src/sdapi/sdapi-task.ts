/**
 * The progress of a running task is read beside the request that waits for it. The id that we set (`force_task_id`) shows whether the
 * running task is ours. A server that does not report ids is queried once and never interrupted: the running task might belong to another
 * client.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { EngineClient } from '../wire/index.js';

/** `running` with 0–1; `waiting`: another task runs; `unsupported`: the server does not report tasks. */
type TaskState = { state: 'running'; progress: number } | { state: 'waiting' | 'unsupported' };

const QUERY_INTERVAL_MS = 1_000;
const QUERY_TIMEOUT_MS = 5_000;

/** A1111, Forge and SD.Next know tasks at the first endpoint; other servers report the current one at the second. */
async function queryTask(client: EngineClient, taskId: string, signal: AbortSignal): Promise<TaskState> {
  const json = { id_task: taskId, id_live_preview: -1, live_preview: false };
  const options = { signal, timeoutMs: QUERY_TIMEOUT_MS };
  const byTask = await client.exchange({ method: 'POST', url: '/internal/progress', json, ...options });
  if (byTask.ok) return stateOf(byTask.json(), (report) => report.active === true);
  const query = { skip_current_image: 'true' };
  const byServer = await client.exchange({ url: '/sdapi/v1/progress', query, ...options });
  if (!byServer.ok) return { state: 'unsupported' };
  const report = byServer.json();
  if (typeof (report as ProgressReport | null)?.current_task !== 'string') return { state: 'unsupported' };
  return stateOf(report, ({ current_task: current }) => current === taskId);
}

interface ProgressReport {
  active?: unknown;
  progress?: unknown;
  current_task?: unknown;
}

function stateOf(response: unknown, isOurs: (report: ProgressReport) => boolean): TaskState {
  const report = (response ?? {}) as ProgressReport;
  if (!isOurs(report)) return { state: 'waiting' };
  return { state: 'running', progress: typeof report.progress === 'number' ? report.progress : 0 };
}

/** Reports 0–100 until `stop`. Never throws: progress is best effort. */
export async function watchTask(
  client: EngineClient,
  taskId: string,
  progress: (percent: number) => void,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    try {
      await sleep(QUERY_INTERVAL_MS, undefined, { signal: stop });
      const report = await queryTask(client, taskId, stop);
      if (report.state === 'unsupported') return;
      if (report.state === 'running') progress(Math.min(99, Math.max(0, Math.round(report.progress * 100))));
    } catch {
      // Busy, restarting or stopped: the condition of the loop decides.
    }
  }
}

/** The server interrupts what runs at that moment: a task that ends before it exposes the next one, which cannot be prevented. */
export async function interruptTask(
  client: EngineClient,
  taskId: string,
  signal: AbortSignal,
): Promise<void> {
  const report = await queryTask(client, taskId, signal);
  if (report.state === 'running')
    await client.exchange({ method: 'POST', url: '/sdapi/v1/interrupt', signal });
}
