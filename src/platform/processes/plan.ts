export type Role = 'api' | 'worker';

export interface ProcessPlan {
  /** For the log and the process list: `api-1`. */
  name: string;
  roles: Role[];
  /** False: a worker beside API processes, which own the port. */
  listens: boolean;
}

/**
 * PROCESSES=auto means one process per core; two thirds of that when PostgreSQL runs on the same cores, because a request takes about half
 * as long there as in the service (docs/performance.md).
 */
export function autoCount(cores: number, ownsDatabase: boolean): number {
  return ownsDatabase ? Math.max(1, Math.floor((cores * 2) / 3)) : cores;
}

/** With both roles a quarter of the processes are workers, at least one: a worker mostly waits for engines. */
export function planProcesses(count: number, roles: ReadonlySet<Role>): ProcessPlan[] {
  const [only] = roles;
  if (roles.size === 1) return named(only!, count, true);
  const workers = Math.max(1, Math.round(count / 4));
  return [...named('api', count - workers, true), ...named('worker', workers, false)];
}

/** The successor of a single listener must serve before it ends. */
export function hasOneListener(plans: readonly ProcessPlan[]): boolean {
  return plans.filter(({ listens }) => listens).length === 1;
}

function named(role: Role, count: number, listens: boolean): ProcessPlan[] {
  return Array.from({ length: count }, (_, at) => ({ name: `${role}-${at + 1}`, roles: [role], listens }));
}
