// Kills processes at random, three workers for one API process, and lets them be started again. It prefers one that is
// serving; while it waits for one of those it also hits processes in the middle of their start, as crashes do.
import { setTimeout as sleep } from 'node:timers/promises';

/** How often one is killed in its start when none of its role is up: rarely, or none would ever get up. */
const START_SHARE = 0.15;

export class Killer {
  kills = 0;
  /** Kills of a process that was up and at work. */
  serving = 0;

  /** @param everyMs [least, most] between kills */
  constructor(cluster, random, { everyMs = [250, 400] } = {}) {
    Object.assign(this, { cluster, random, everyMs });
  }

  async run(total, onKill = () => {}) {
    this.stopped = false;
    while (this.kills < total && !this.stopped) {
      await sleep(this.random.between(...this.everyMs));
      const victim = this.choose();
      if (!victim) continue;
      this.kills += 1;
      if (victim.isReady) this.serving += 1;
      await victim.kill();
      onKill(this.kills);
    }
  }

  stop() {
    this.stopped = true;
  }

  choose() {
    const { cluster, random } = this;
    const role = random.chance(0.75) ? cluster.workers : cluster.apis;
    const running = role.filter((service) => service.isRunning);
    const ready = running.filter((service) => service.isReady);
    if (ready.length > 0) return random.pick(ready);
    return random.chance(START_SHARE) ? random.pick(running) : undefined;
  }
}
