// Runs trials in parallel, because a trial mostly waits for process starts and timers. The longest trials start first. Trials
// that check the records of the others (`last`) run after them. When a trial fails, no further trial starts and the running
// trials are aborted.

const USUAL_SECONDS = 20;

/**
 * @param {{seconds?: number, last?: boolean}[]} trials `seconds`: approximate duration; it only affects the order
 * @param {number} concurrency
 * @param {(trial, signal: AbortSignal) => Promise<{passed: boolean, late?: boolean}>} run `late`: it only missed a
 *   time limit; the other trials continue
 * @returns {Promise<object[]>} results of the trials that ran, in the order of `trials`
 */
export async function runInParallel(trials, concurrency, run) {
  const stop = new AbortController();
  const results = new Map();
  const runNext = async (waiting) => {
    while (waiting.length > 0 && !stop.signal.aborted) {
      const trial = waiting.shift();
      const result = await run(trial, stop.signal);
      results.set(trial, result);
      if (!result.passed && !result.late) stop.abort();
    }
  };
  const longestFirst = trials
    .filter(({ last }) => !last)
    .sort((a, b) => (b.seconds ?? USUAL_SECONDS) - (a.seconds ?? USUAL_SECONDS));
  await Promise.all(Array.from({ length: concurrency }, () => runNext(longestFirst)));
  await runNext(trials.filter(({ last }) => last));
  return trials.filter((trial) => results.has(trial)).map((trial) => results.get(trial));
}
