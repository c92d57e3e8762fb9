// Measures how slow a shared machine is while a trial runs. The trials' time limits are set for two quiet cores. Twice a second
// a child process does a few milliseconds of fixed work and divides its wall time by its processor time. Each time limit is
// multiplied by that ratio, so that a trial fails only by delays which the machine does not explain.
import { fork } from 'node:child_process';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

const EVERY_MS = 500;
const WORK_MS = 15;
/** The percentile of the samples since the start of the trial that stretches a time limit. */
const PERCENTILE = 0.95;

export class SlowdownMeter {
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

  /** @param {number} since `performance.now()` @returns wall time by processor time, at least 1 */
  since(since) {
    const stretches = this.#samples.filter(({ at }) => at >= since).map(({ stretch }) => stretch);
    if (stretches.length === 0) return 1;
    return Math.max(1, stretches.sort((a, b) => a - b)[Math.floor((stretches.length - 1) * PERCENTILE)]);
  }

  /** Event-loop delay of this process, which runs the callers of all trials, in milliseconds. */
  get ownDelayMs() {
    return this.#delay.percentile(99.9) / 1e6;
  }

  stop() {
    this.#delay.disable();
    this.child?.disconnect();
  }
}

/** Returns the wall time of a fixed amount of work divided by its processor time. */
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
  // The parent can exit during a measurement.
  const ended = () => clearInterval(timer);
  const timer = setInterval(() => process.send(measure(), (error) => error && ended()), EVERY_MS);
  process.once('disconnect', ended);
}
