import type { Figures } from '../metrics/index.js';

/** Added to the arguments of a supervised process: other programs fork with `node:cluster` too. */
export const SUPERVISED_FLAG = '--supervised';

export interface Assignment {
  name: string;
  databaseUrl: string;
  listens: boolean;
  /** For links; null in the first of the API processes, which binds the port. */
  port: number | null;
}

export type ToSupervisor =
  | { kind: 'joined' }
  | { kind: 'ready'; url: string | null; port: number | null }
  /** The reply to `report`, or, without a request, the last figures of a process that ends. */
  | { kind: 'figures'; request: number | null; figures: Figures }
  /** A caller reads the metrics of all processes here. */
  | { kind: 'read'; request: number };

export type ToProcess =
  | { kind: 'assignment'; assignment: Assignment }
  | { kind: 'report'; request: number }
  /** The reply to `read`. */
  | { kind: 'all figures'; request: number; figures: Figures[] };

/** Other messages are those of extensions. */
export function isMessage(value: unknown): value is { kind: string } {
  return (
    typeof value === 'object' && value !== null && typeof (value as { kind?: unknown }).kind === 'string'
  );
}
