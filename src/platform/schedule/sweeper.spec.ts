import { SchedulerRegistry } from '@nestjs/schedule';
import { Sweeper } from './sweeper.js';

class Piles extends Sweeper {
  removed = 0;
  private next: (() => void) | null = null;

  constructor(readonly list: SchedulerRegistry) {
    super(list, { name: 'remove-piles', everyMs: 60_000 });
  }

  /** Lets the run remove one more. */
  step(): void {
    this.next?.();
  }

  protected async sweep(isStopping: () => boolean): Promise<void> {
    while (!isStopping()) {
      await new Promise<void>((resolve) => (this.next = resolve));
      this.removed += 1;
    }
  }
}

function begin() {
  const piles = new Piles(new SchedulerRegistry());
  piles.onApplicationBootstrap();
  return piles;
}

it('runs as a round under its name, which ends at a stop', async () => {
  const piles = begin();
  expect(piles.list.getIntervals()).toEqual(['remove-piles']);
  await piles.beforeApplicationShutdown();
  expect(piles.list.getIntervals()).toEqual([]);
  await piles.round();
  expect(piles.removed).toBe(0);
});

it('ends a run between two removals when the process stops, and waits for it', async () => {
  const piles = begin();
  const run = piles.round();
  let isStopped = false;
  const stopped = piles.beforeApplicationShutdown().then(() => (isStopped = true));
  await new Promise(setImmediate);
  expect(isStopped).toBe(false);
  piles.step();
  await Promise.all([run, stopped]);
  expect(piles.removed).toBe(1);
});

it('stops without a round that was never begun', async () => {
  await new Piles(new SchedulerRegistry()).beforeApplicationShutdown();
});
