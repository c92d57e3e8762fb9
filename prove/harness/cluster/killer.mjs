// Kills random processes, three workers for each API process; the cluster restarts them. It prefers ready processes, rarely kills
// the last ready one, and sometimes kills starting processes. `spare` processes of a role are mostly left running: on a slow
// machine no process would otherwise run long enough to do any work.
import { setTimeout as sleep } from 'node:timers/promises';

/** Probability of killing a starting process when no ready one may be killed. It is low, or no start would ever finish. */
const START_SHARE = 0.15;
/** Probability of killing a spared process. */
const LAST_SHARE = 0.05;

export class Killer {
  kills = 0;
  /** Kills of a ready process. */
  serving = 0;

  /** @param everyMs [least, most] between kills @param spare number of processes of a role that are mostly left running */
  constructor(cluster, random, { everyMs = [250, 400], spare = 0 } = {}) {
    Object.assign(this, { cluster, random, everyMs, spare });
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
    const mayBeKilled = ready.length > this.spare || random.chance(LAST_SHARE);
    if (ready.length > 0 && mayBeKilled) return random.pick(ready);
    const starting = running.filter((service) => !service.isReady);
    return starting.length > 0 && random.chance(START_SHARE) ? random.pick(starting) : undefined;
  }
}
