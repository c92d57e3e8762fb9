/**
 * Identifies a process. A pid alone is not enough, because pids are reused.
 *
 * The identity is the pid and the start time, on one boot of one machine, in one pid namespace (two containers both have a
 * process 1).
 */
import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { promisify } from 'node:util';
import { errorCode } from './embedded-database-error.js';

const execute = promisify(execFile);

export interface ProcessIdentity {
  pid: number;
  /** Opaque; equal only for the same process. "unknown" where the platform does not show it. */
  startedAt: string;
  hostname: string;
  /** Changes with every boot; empty where the platform does not show it. */
  boot: string;
  /** The namespace of the pid; empty where the platform has none. */
  pidNamespace: string;
}

export async function thisProcess(): Promise<ProcessIdentity> {
  const [boot, pidNamespace, startedAt] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    readlink('/proc/self/ns/pid').catch(() => ''),
    processStart(process.pid),
  ]);
  return {
    pid: process.pid,
    startedAt: startedAt ?? 'unknown',
    hostname: hostname(),
    boot: boot.trim(),
    pidNamespace,
  };
}

/** Returns the start time of the process (opaque), or undefined when there is none; a zombie counts as none. */
export async function processStart(pid: number): Promise<string | undefined> {
  if (!Number.isInteger(pid) || pid <= 0 || !mayExist(pid)) return undefined;
  if (process.platform === 'linux') return linuxProcessStart(pid);
  if (process.platform === 'win32') return 'unknown';
  try {
    const { stdout } = await execute('ps', ['-o', 'stat=,lstart=', '-p', String(pid)]);
    const [state = '', ...started] = stdout.trim().split(/\s+/);
    return state === '' || state.startsWith('Z') ? undefined : started.join(' ');
  } catch {
    return undefined;
  }
}

/** Returns whether the process with this pid is the one that started at `startedAt`. */
export async function isRunning(pid: number, startedAt: string): Promise<boolean> {
  const now = await processStart(pid);
  return now !== undefined && (now === startedAt || now === 'unknown' || startedAt === 'unknown');
}

/** Returns the command line of a process, the program first; empty when there is no such process. */
export async function processArguments(pid: number): Promise<string[]> {
  if (process.platform === 'linux') {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return line.split('\0').filter((argument) => argument !== '');
  }
  if (process.platform === 'win32') return [];
  const { stdout } = await execute('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }));
  return stdout.trim().split(/\s+/);
}

function mayExist(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}

async function linuxProcessStart(pid: number): Promise<string | undefined> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The kernel can hide other users' processes (hidepid): the process exists, its start time is unknown.
  if (line === undefined) return mayExist(pid) ? 'unknown' : undefined;
  // The second field is the program's name and may contain spaces and brackets: count after the last bracket.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  return state === 'Z' || state === 'X' ? undefined : fields[19];
}
