/** How many exchanges a worker may begin at an engine now. */
export interface FreeCapacity {
  provider: string;
  submits: number;
  polls: number;
}
