// Ends a lane with all processes that it has started, also those in process groups of their own and those whose parent has died.
// A process of a lane is a descendant of its first process, or has the lane's temporary directory in its environment or its
// command line.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { listProcesses, withDescendants } from '../process-list.mjs';

const PAUSE_MS = 100;
/** A killed process ends at once, except in an uninterruptible system call. */
const KILLED_MS = 5_000;

/**
 * Sends SIGTERM to the lane's first process, waits for all of them, and kills those that are left.
 * @param {{pid: number, directory: string}} lane `directory`: TMPDIR of the lane
 * @param {number} graceMs time to end in order
 */
export async function endLane({ pid, directory }, graceMs) {
  const known = new Set(processesOf(pid, directory));
  const left = () => {
    const processes = listProcesses();
    for (const one of processesOf(pid, directory, processes)) known.add(one);
    return processes.filter((one) => known.has(one.pid)).map((one) => one.pid);
  };
  send(-pid, 'SIGTERM');
  for (const { signal, milliseconds } of [
    { signal: null, milliseconds: graceMs },
    { signal: 'SIGKILL', milliseconds: KILLED_MS },
  ]) {
    const until = performance.now() + milliseconds;
    for (let pids = left(); pids.length > 0 && performance.now() < until; pids = left()) {
      if (signal) for (const one of pids) send(one, signal);
      await wait(PAUSE_MS);
    }
  }
}

/** Kills what a lane has left behind after its end. @returns the commands of these processes */
export async function endLeftovers(lane) {
  const pids = new Set(processesOf(lane.pid, lane.directory));
  const commands = listProcesses().filter(({ pid }) => pids.has(pid));
  if (pids.size > 0) await endLane(lane, 0);
  return commands.map(({ command }) => command);
}

function processesOf(first, directory, processes = listProcesses()) {
  const own = processes.filter(
    ({ pid, group, command }) =>
      pid === first || group === first || command.includes(directory) || hasInEnvironment(pid, directory),
  );
  const found = withDescendants(
    own.map(({ pid }) => pid),
    processes,
  );
  found.delete(process.pid);
  return [...found];
}

function hasInEnvironment(pid, directory) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`TMPDIR=${directory}`);
  } catch {
    // It has ended, or it belongs to another account.
    return false;
  }
}

function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // A lane that runs as root.
    if (error.code === 'EPERM')
      spawnSync('sudo', ['-n', 'kill', `-${signal.slice(3)}`, '--', String(pid)], { stdio: 'ignore' });
  }
}
