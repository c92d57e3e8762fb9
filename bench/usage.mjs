/**
 * Reads processor time and resident memory of processes from /proc. PostgreSQL counts as the postmaster with all its children,
 * including ended ones. Works on Linux only; elsewhere the columns stay empty.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second of /proc on every Linux that Node.js runs on. */
const TICKS = 100;

/** Returns processor seconds of the process and its ended children; null without /proc. */
export function cpuSeconds(pid) {
  const stat = statOf(pid);
  return stat && sum(stat.times) / TICKS;
}

/** Returns processor seconds of a process and of all its direct children; null without /proc. */
export function cpuSecondsWithChildren(pid) {
  const own = statOf(pid);
  if (!own) return null;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(name))
    .filter((stat) => stat?.parent === pid);
  return (sum(own.times) + sum(children.flatMap((child) => child.times.slice(0, 2)))) / TICKS;
}

/** Returns processor seconds of a server (with its processes, if it supervises some) and of its PostgreSQL. */
export function clocksOf({ pid, postmasterPid, hasProcesses = false }) {
  const server = hasProcesses ? cpuSecondsWithChildren(pid) : cpuSeconds(pid);
  return { server, database: cpuSecondsWithChildren(postmasterPid) };
}

/** Returns the resident memory in MiB; null without /proc. */
export function residentMb(pid) {
  const text = readProc(pid, 'status');
  const line = text && /^VmRSS:\s+(\d+) kB$/m.exec(text);
  return line ? Number(line[1]) / 1024 : null;
}

function statOf(pid) {
  const text = readProc(pid, 'stat');
  if (!text) return null;
  // The second field is the program's name in parentheses and may contain spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(fields[1]), times: fields.slice(11, 15).map(Number) };
}

/** Reads a file of /proc; null when the process has ended. */
function readProc(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return null;
  }
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
