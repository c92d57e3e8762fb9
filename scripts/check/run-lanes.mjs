// Runs lanes side by side and shows the output of each when it ends. A lane that failed beside others runs once more, alone, after
// all others, and the end of the output says so: machines are shared, and tests measure. A lane that failed alone ends the run.
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runLane } from './lane-process.mjs';
import { capacityOf, mostWorkFirst, nextLane } from './packing.mjs';

const SHORTEST_BOUND_MS = 15 * 60_000;
const BOUND = 4;
const FOLLOW_MS = 200;

/** Returns how long a lane may take. */
export const boundOf = ({ minutes }) => Math.max(SHORTEST_BOUND_MS, BOUND * minutes * 60_000);

/**
 * @param {object[]} lanes { name, command, args?, env?, minutes, load, boundMs?, … } as in lanes.mjs
 * @param {object} options
 * @param {string} options.logs the directory of their outputs
 * @param {AbortSignal} [options.signal] ends the run
 * @param {(result: object) => void} [options.onPassed] called for each lane that has passed
 * @returns {Promise<{results: object[], passed: number, failed: number}>} `results` in the order of their ends
 */
export async function runLanes(lanes, options) {
  const run = new Run(lanes, options);
  await run.first();
  await run.sideBySide();
  await run.again();
  return run.conclude();
}

class Run {
  #results = new Map();
  #again = [];
  #stop = new AbortController();

  constructor(lanes, { logs, cwd, signal, graceMs, onPassed, capacity = capacityOf(), print = writeOut }) {
    Object.assign(this, { lanes, logs, cwd, signal, graceMs, onPassed, capacity, print });
    signal?.addEventListener('abort', () => this.#stop.abort(), { once: true });
    if (signal?.aborted) this.#stop.abort();
  }

  async first() {
    for (const lane of this.lanes.filter(({ first }) => first)) {
      if (this.#isStopped) return;
      const isShown = new AbortController();
      const log = join(this.logs, `${lane.name}.log`);
      await this.print(`\n── ${lane.name}: ${lane.about}\n`);
      const running = this.#run(lane, log);
      const shown = follow(log, isShown.signal, this.print);
      const result = await running;
      isShown.abort();
      await shown;
      await this.#printEnd(result);
      this.#settle(lane, result);
    }
  }

  async sideBySide() {
    const waiting = mostWorkFirst(this.lanes.filter(({ first }) => !first));
    const running = new Map();
    while (!this.#isStopped && waiting.length + running.size > 0) {
      const started = [...running.values()].map(({ lane }) => lane);
      const next = nextLane(waiting, started, this.capacity);
      if (next) {
        waiting.splice(waiting.indexOf(next), 1);
        running.set(next, this.#start(next));
        if (running.size > 1) for (const one of running.values()) one.isAlone = false;
        continue;
      }
      const ended = await Promise.race([...running.values()].map(({ result }) => result));
      const [lane, { isAlone, log }] = [...running].find(([{ name }]) => name === ended.name);
      running.delete(lane);
      await this.#show(lane, ended, log);
      if (ended.failed > 0 && !isAlone && !ended.isAborted) this.#again.push({ lane, ended });
      else this.#settle(lane, ended);
    }
    for (const [lane, { result, log }] of running) {
      await result;
      await this.print(`\n── ${lane.name} was ended; its output is in ${log}\n`);
    }
  }

  async again() {
    for (const { lane, ended } of this.#again) {
      if (this.#isStopped) {
        this.#results.set(lane, ended);
        continue;
      }
      const log = join(this.logs, `${lane.name}-alone.log`);
      await this.print(`\n── ${lane.name} failed beside others and runs once more, alone\n`);
      const result = await this.#run(lane, log);
      await this.#show(lane, result, log);
      this.#settle(lane, { ...result, isUnsteady: result.failed === 0 });
    }
  }

  async conclude() {
    const results = [...this.#results.values()];
    const notRun = this.lanes.filter((lane) => !this.#results.has(lane));
    const sum = (key) => results.reduce((total, result) => total + result[key], 0);
    // A run that was ended has failed.
    const failed = Math.max(sum('failed'), this.#isStopped ? 1 : 0);
    await this.print(`\n${tableOf(results, notRun)}\n`);
    for (const { name } of results.filter(({ isUnsteady }) => isUnsteady))
      await this.print(`unsteady: ${name} failed beside others, passed alone\n`);
    for (const { name, problem } of results.filter((result) => result.failed > 0))
      await this.print(`failed: ${name}${problem ? ` ${problem}` : ''}\n`);
    if (this.signal?.aborted) await this.print('interrupted\n');
    return { results, passed: sum('passed'), failed };
  }

  get #isStopped() {
    return this.#stop.signal.aborted;
  }

  #start(lane) {
    const log = join(this.logs, `${lane.name}.log`);
    return { lane, log, isAlone: true, result: this.#run(lane, log) };
  }

  #run(lane, log) {
    const { cwd, graceMs } = this;
    return runLane(
      { ...lane, boundMs: lane.boundMs ?? boundOf(lane) },
      { log, cwd, graceMs, signal: this.#stop.signal },
    );
  }

  /** Keeps a last result. A failure ends the other lanes. */
  #settle(lane, result) {
    if (result.isAborted) return;
    this.#results.set(lane, result);
    if (result.failed > 0) this.#stop.abort();
    else this.onPassed?.(result);
  }

  async #show(lane, result, log) {
    await this.print(`\n── ${lane.name}: ${lane.about}\n`);
    for await (const piece of createReadStream(log)) await this.print(piece);
    await this.#printEnd(result);
  }

  async #printEnd({ name, seconds, passed, failed, problem, leftovers }) {
    for (const command of leftovers)
      await this.print(`${name} left a process, which was ended: ${command}\n`);
    const mark = failed === 0 ? '✓' : '✗';
    await this.print(
      `${mark} ${name} (${seconds.toFixed(0)} s)${problem ? ` ${problem}` : ''}: ${passed} passed, ${failed} failed\n`,
    );
  }
}

/** Prints a file while it grows, until the signal. */
async function follow(file, signal, print) {
  let start = 0;
  for (let isLast = false; !isLast;) {
    isLast = signal.aborted;
    for await (const piece of createReadStream(file, { start })) {
      start += piece.length;
      await print(piece);
    }
    if (!isLast) await wait(FOLLOW_MS);
  }
}

function tableOf(results, notRun) {
  const rows = [
    ['lane', 'seconds', 'processor', 'passed', 'failed'],
    ...results.map(({ name, seconds, processorSeconds, passed, failed }) => [
      name,
      seconds.toFixed(0),
      processorSeconds.toFixed(0),
      passed,
      failed,
    ]),
    ...notRun.map(({ name }) => [name, 'ended or not begun', '', '', '']),
  ].map((row) => row.map(String));
  return rows
    .map(([name, ...cells]) => name.padEnd(16) + cells.map((cell) => cell.padStart(10)).join(''))
    .join('\n');
}

/** Waits for a slow reader: a write that is still buffered at the end of the process is lost. */
function writeOut(text) {
  return new Promise((resolve) => process.stdout.write(text, () => resolve()));
}
