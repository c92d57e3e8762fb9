/**
 * Messages between the service and an engine child over Node's IPC channel ('advanced' serialization).
 *
 * Every message names its task by a number that a child never reuses, so that a late message about an earlier task is not
 * taken for one about the current task.
 */
import type { EngineFile, EngineRefusal, EngineTask } from '../engine.js';

export type ToChild = { kind: 'run'; id: number; task: EngineTask } | { kind: 'abort'; id: number };

export type FromChild =
  /** The child has read the task. A child that dies before this message has not started it. */
  | { kind: 'started'; id: number }
  /** 0–100, whole numbers, sent when it changes. */
  | { kind: 'progress'; id: number; percent: number }
  | { kind: 'done'; id: number; files: EngineFile[] }
  | { kind: 'refused'; id: number; code: EngineRefusal['code']; message: string }
  | { kind: 'failed'; id: number; message: string };
