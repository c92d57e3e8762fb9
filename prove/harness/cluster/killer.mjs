// Kills processes at random, three workers for one API process, and lets them be started again. It prefers one that is
// serving, and now and then takes the last one; while it waits it also hits processes in the middle of their start, as
// crashes do. `leave` of a role are mostly left: on a slow machine nothing would ever be up long enough to do any work.
import { setTimeout as sleep } from 'node:timers/promises';

/** How often one is killed in its start when there is none to spare: rarely, or none would ever get up. */
const START_SHARE = 0.15;
/** How often one that would be left is killed all the same. */
const LAST_SHARE = 0.05;

export class Killer {
  kills = 0;
  /** Kills of a process that was up and at work. */
  serving = 0;

  /** @param everyMs [least, most] between kills @param leave processes of a role that are mostly spared */
  constructor(cluster, random, { everyMs = [250, 400], leave = 0 } = {}) {
    Object.assign(this, { cluster, random, everyMs, leave });
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
    const mayBeKilled = ready.length > this.leave || random.chance(LAST_SHARE);
    if (ready.length > 0 && mayBeKilled) return random.pick(ready);
    const starting = running.filter((service) => !service.isReady);
    return starting.length > 0 && random.chance(START_SHARE) ? random.pick(starting) : undefined;
  }
}
