// Reads what a child and its descendants took of the processors. Linux adds it to the time of the parent when the parent has waited
// for the child, so descendants that outlive their own parent are not in it.
import { readFileSync } from 'node:fs';

/** Linux counts it in hundredths of a second in /proc, whatever the kernel's own clock is. */
const TICKS_PER_SECOND = 100;

export class ProcessorTime {
  #seen = childSeconds();

  /** Called when a child has ended. @returns its seconds; 0 where there is no /proc */
  ofEndedChild() {
    const now = childSeconds();
    const seconds = now - this.#seen;
    this.#seen = now;
    return seconds;
  }
}

function childSeconds() {
  try {
    // The fields from the third on; the name before may have spaces.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
    const [user, system] = fields.slice(13, 15).map(Number);
    return (user + system) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}
