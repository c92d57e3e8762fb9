// The processes of this machine, as `ps` lists them.
import { execFileSync } from 'node:child_process';

/** Returns the processes that have not ended: {pid, parent, command}. A zombie has ended. */
function listProcesses() {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [, pid, parent, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s*(.*)$/.exec(line) ?? [];
    return pid && !state.startsWith('Z') ? [{ pid: Number(pid), parent: Number(parent), command }] : [];
  });
}

/** Returns those of `pids` that have not ended. */
export function alive(pids) {
  const found = new Set(listProcesses().map(({ pid }) => pid));
  return pids.filter((pid) => found.has(pid));
}

export const isAlive = (pid) => alive([pid]).length > 0;

/** Returns the pids of all descendants of a process. */
export function descendantsOf(ancestor) {
  const processes = listProcesses();
  const found = new Set([ancestor]);
  for (let size = 0; size !== found.size;) {
    size = found.size;
    for (const { pid, parent } of processes) if (found.has(parent)) found.add(pid);
  }
  found.delete(ancestor);
  return [...found];
}

/** Returns the pids of a supervisor's processes by their names, the newest of each: while one is replaced there are two. */
export function membersOf(supervisor) {
  const members = listProcesses().flatMap(({ pid, parent, command }) => {
    const [, name] = /^offprint ((?:api|worker)-\d+)/.exec(command) ?? [];
    return name && parent === supervisor ? [[name, pid]] : [];
  });
  return Object.fromEntries(members.sort(([, one], [, other]) => one - other));
}
