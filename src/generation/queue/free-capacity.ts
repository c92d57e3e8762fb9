export interface FreeCapacity {
  provider: string;
  submits: number;
  polls: number;
  /** Over all processes; absent without a limit. */
  placeLimit?: number;
}

/** At these engines a claim could submit no more. */
export interface TakenEngines {
  /** All places are taken. */
  full: readonly string[];
  /** Another process was claiming places. */
  busy: readonly string[];
}
