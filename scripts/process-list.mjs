// The processes of this machine, as `ps` lists them.
import { execFileSync } from 'node:child_process';

/**
 * Returns the processes that have not ended: a zombie has, and the `ps` that lists them is left out.
 * @returns {{pid: number, parent: number, group: number, seconds: number, command: string}[]} `seconds` since its start
 */
export function listProcesses() {
  const options = ['-A', '-o', 'pid=,ppid=,pgid=,etime=,stat=,args='];
  return execFileSync('ps', options, { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const [, pid, parent, group, elapsed, state, command] =
        /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S+)\s*(.*)$/.exec(line) ?? [];
      if (!pid || state.startsWith('Z') || command.startsWith('ps -A ')) return [];
      const seconds = secondsOf(elapsed);
      return [{ pid: Number(pid), parent: Number(parent), group: Number(group), seconds, command }];
    });
}

/** Adds the children of `pids`, their children, and so on. */
export function withDescendants(pids, processes = listProcesses()) {
  const found = new Set(pids);
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const { pid, parent } of processes) if (found.has(parent)) found.add(pid);
  }
  return found;
}

/** @param elapsed as ps prints it: [[dd-]hh:]mm:ss */
function secondsOf(elapsed) {
  const [clock, days = '0'] = elapsed.split('-').reverse();
  return clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) + Number(days) * 86_400;
}
