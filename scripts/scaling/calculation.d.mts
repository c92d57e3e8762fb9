export interface Cost {
  service: number;
  postgres: number;
  wal: number;
  flushes: number;
  kept: number;
}
export interface Load {
  predictionsPerDay: number;
  polls: number;
  enginePolls?: number;
  outputKb?: number;
  retentionDays?: number;
  peak?: number;
}
export interface Need {
  perSecond: number;
  requests: number;
  apiCores: number;
  workerCores: number;
  postgresCores: number;
  processes: number;
  connections: number;
  flushes: number;
  pageWrites: number;
  walBytes: number;
  walBytesPerDay: number;
  keptBytesPerYear: number;
  outputBytes: number;
  first: { name: string; unit: string; bears: number; share: number };
}
export const COSTS: Record<'create' | 'poll' | 'run' | 'enginePoll' | 'store', Cost>;
export const CEILINGS: { name: string; of: (need: Need) => number; bears: number; unit: string }[];
export function calculate(load: Load): Need;
