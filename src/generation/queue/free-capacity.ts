/** How many exchanges a worker may begin at an engine now. */
export interface FreeCapacity {
  provider: string;
  submits: number;
  polls: number;
  /** The predictions that the engine may have at once, over all processes; absent without a limit. */
  placeLimit?: number;
}

/** Engines with a limit at which a claim could submit no more. */
export interface TakenEngines {
  /** All places are taken. */
  full: readonly string[];
  /** Another process was claiming places. */
  busy: readonly string[];
}
