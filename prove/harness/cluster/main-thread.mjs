import { readFileSync } from 'node:fs';

/** Returns the processor time of the main thread of a process, which runs its event loop, from /proc, in milliseconds. */
export const mainThreadMs = (pid) =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
