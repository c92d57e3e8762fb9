// How slow this machine is while a trial runs. A bound on time says how long something takes on two quiet cores; on a
// machine that is shared it says nothing by itself. So a process of its own does the same few milliseconds of work twice a
// second all along, and compares the time that passed with the processor time it needed: a bound is stretched as far as
// that calm work was in the same minutes. What is wrong for another reason than the machine stays wrong.
import { fork } from 'node:child_process';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

const EVERY_MS = 500;
const WORK_MS = 15;
/** Of the samples since the trial began, the one that the bound goes by. */
const SHARE = 0.95;

export class Pace {
  #samples = [];
  #delay = monitorEventLoopDelay({ resolution: 20 });

  start() {
    this.#delay.enable();
    this.child = fork(fileURLToPath(import.meta.url), ['measure'], { execArgv: [] });
    this.child.on('message', (stretch) => this.#samples.push({ at: performance.now(), stretch }));
    this.child.unref();
    this.child.channel.unref();
    return this;
  }

  /** @param {number} since `performance.now()` @returns how many times longer than alone work took, at least 1 */
  slowdown(since) {
    const stretches = this.#samples.filter(({ at }) => at >= since).map(({ stretch }) => stretch);
    if (stretches.length === 0) return 1;
    return Math.max(1, stretches.sort((a, b) => a - b)[Math.floor((stretches.length - 1) * SHARE)]);
  }

  /** Milliseconds by which this process, which is every caller of every trial, was late itself. */
  get ownDelayMs() {
    return this.#delay.percentile(99.9) / 1e6;
  }

  stop() {
    this.#delay.disable();
    this.child?.disconnect();
  }
}

/** Wall time of a piece of work by its processor time. */
function measure() {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  let used = 0;
  while (used < WORK_MS) {
    for (let step = 0; step < 20_000; step += 1) Math.sqrt(step);
    const { user, system } = process.cpuUsage(before);
    used = (user + system) / 1000;
  }
  return (performance.now() - startedAt) / used;
}

if (process.argv[2] === 'measure' && process.send) {
  // The run may have ended while this was measured.
  const ended = () => clearInterval(timer);
  const timer = setInterval(() => process.send(measure(), (error) => error && ended()), EVERY_MS);
  process.once('disconnect', ended);
}
