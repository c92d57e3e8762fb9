// npm runs a script as `npm` → `sh -c` → this process, and when npm is ended (kill, a supervisor's stop) only the shell
// hears of it: the script would go on without anybody who could stop it. So it looks whether both are still there.
import { readFileSync } from 'node:fs';

const LOOK_MS = 250;

/** Ends this process as SIGTERM would when the npm that started it is gone. Without npm it does nothing. */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const npm = isShell(parent) ? parentOf(parent) : undefined;
  const look = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || parentOf(parent) === npm)) return;
    clearInterval(look);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS);
  look.unref();
}

// What is above the shell is told by /proc, so on Linux only; elsewhere the shell alone is watched.

function isShell(pid) {
  return /^[^\0]*sh\0-c\0/.test(read(`/proc/${pid}/cmdline`));
}

function parentOf(pid) {
  // pid (name) state ppid: the name may hold anything, also brackets.
  const found = /^.*\) \S (\d+) /s.exec(read(`/proc/${pid}/stat`));
  return found ? Number(found[1]) : undefined;
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
