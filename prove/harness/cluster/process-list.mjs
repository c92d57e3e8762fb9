// Lists the processes of a cluster.
import { listProcesses, withDescendants } from '../../../scripts/process-list.mjs';

/** Returns the pids that still exist. */
export function alive(pids) {
  const found = new Set(listProcesses().map(({ pid }) => pid));
  return pids.filter((pid) => found.has(pid));
}

export const isAlive = (pid) => alive([pid]).length > 0;

/** Returns the pids of all descendants of a process. */
export function descendantsOf(ancestor) {
  const found = withDescendants([ancestor]);
  found.delete(ancestor);
  return [...found];
}

/** Returns the pids of a supervisor's processes by their names. While a process is replaced there are two; returns the newer one. */
export function membersOf(supervisor) {
  const members = listProcesses().flatMap(({ pid, parent, command }) => {
    const [, name] = /^offprint ((?:api|worker)-\d+)/.exec(command) ?? [];
    return name && parent === supervisor ? [[name, pid]] : [];
  });
  return Object.fromEntries(members.sort(([, one], [, other]) => one - other));
}
