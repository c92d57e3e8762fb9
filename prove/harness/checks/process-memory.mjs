// What a service and its engine children hold in memory, by the kernel's account.
import { readdirSync, readFileSync } from 'node:fs';

/** {rss, peak} in megabytes, of one process; null when it is gone. */
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

/** Watches a service and its children. `peak()` is the most that the service, and any one child, has held. */
export class MemoryWatch {
  service = { rss: 0, peak: 0 };
  child = 0;

  constructor(pid) {
    this.pid = pid;
    this.timer = setInterval(() => this.look(), 100).unref();
    this.look();
  }

  look() {
    this.service = memoryOf(this.pid) ?? this.service;
    for (const pid of childrenOf(this.pid)) this.child = Math.max(this.child, memoryOf(pid)?.peak ?? 0);
    return this.service;
  }

  stop() {
    clearInterval(this.timer);
  }
}
