import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for a condition that must come true; the test's own time limit is the only deadline. */
export async function eventually(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(50);
}
