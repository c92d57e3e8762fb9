// Memory of a service and its engine child processes, read from /proc.
import { readdirSync, readFileSync } from 'node:fs';

/** Returns {rss, peak} of a process in megabytes; null when the process does not exist. */
export function memoryOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const megabytes = (field) =>
      Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
    return { rss: megabytes('VmRSS'), peak: megabytes('VmHWM') };
  } catch {
    return null;
  }
}

export function childrenOf(pid) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return (
          Number(
            readFileSync(`/proc/${name}/stat`, 'utf8')
              .replace(/^.*\) /s, '')
              .split(' ')[1],
          ) === pid
        );
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Samples the memory of a service and its children. `child` is the peak of any single child. */
export class MemoryWatch {
  service = { rss: 0, peak: 0 };
  child = 0;

  constructor(pid) {
    this.pid = pid;
    this.timer = setInterval(() => this.sample(), 100).unref();
    this.sample();
  }

  sample() {
    this.service = memoryOf(this.pid) ?? this.service;
    for (const pid of childrenOf(this.pid)) this.child = Math.max(this.child, memoryOf(pid)?.peak ?? 0);
    return this.service;
  }

  stop() {
    clearInterval(this.timer);
  }
}
