/**
 * What the service and an engine child say to each other over Node's IPC channel ('advanced' serialization).
 *
 * Every message names its task by a number that is never used twice in a child's life, so that a late word about
 * an old task can not be taken for news of the current one.
 */
import type { EngineFile, EngineRefusal, EngineTask } from '../engine.js';

export type ToChild = { kind: 'run'; id: number; task: EngineTask } | { kind: 'abort'; id: number };

export type FromChild =
  /** The task was read. A child that dies before this word has not touched the task. */
  | { kind: 'started'; id: number }
  /** 0–100, whole numbers, sent only when it changes. */
  | { kind: 'progress'; id: number; percent: number }
  | { kind: 'done'; id: number; files: EngineFile[] }
  | { kind: 'refused'; id: number; code: EngineRefusal['code']; message: string }
  | { kind: 'failed'; id: number; message: string };
