/**
 * What a process uses, read from /proc: processor time and resident memory. PostgreSQL is counted whole, as the
 * postmaster with all its children, those that have ended included. Linux only; elsewhere there is nothing to read
 * and the columns stay empty.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second of /proc on every Linux that Node.js runs on. */
const TICKS = 100;

/** @returns processor seconds of the process and of its children that have ended; null when there is no /proc. */
export function cpuSeconds(pid) {
  const stat = statOf(pid);
  return stat && sum(stat.times) / TICKS;
}

/** Processor seconds of a process and of everything it has started itself. */
export function cpuSecondsWithChildren(pid) {
  const own = statOf(pid);
  if (!own) return null;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(name))
    .filter((stat) => stat?.parent === pid);
  return (sum(own.times) + sum(children.flatMap((child) => child.times.slice(0, 2)))) / TICKS;
}

/** Both clocks of something that serves and of the PostgreSQL behind it, in seconds. */
export function clocksOf({ pid, postmasterPid }) {
  return { server: cpuSeconds(pid), database: cpuSecondsWithChildren(postmasterPid) };
}

/** Megabytes (MiB) in memory now; null when there is no /proc. */
export function residentMb(pid) {
  const text = readProc(pid, 'status');
  const line = text && /^VmRSS:\s+(\d+) kB$/m.exec(text);
  return line ? Number(line[1]) / 1024 : null;
}

function statOf(pid) {
  const text = readProc(pid, 'stat');
  if (!text) return null;
  // The second field is the program's name in parentheses and may hold spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(fields[1]), times: fields.slice(11, 15).map(Number) };
}

/** A process may end between being listed and being read. */
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
