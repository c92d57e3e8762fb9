export function alive(pids: readonly number[]): number[];
export function isAlive(pid: number): boolean;
export function descendantsOf(ancestor: number): number[];
export function membersOf(supervisor: number): Record<string, number>;
