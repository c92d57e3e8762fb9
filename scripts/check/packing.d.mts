export interface Load {
  name: string;
  load: number;
  minutes: number;
  quiet?: number;
  uses?: string[];
}
export function capacityOf(cores?: number): number;
export function mostWorkFirst(lanes: Load[]): Load[];
export function nextLane(waiting: Load[], running: Load[], capacity: number): Load | undefined;
