// Runs trials in parallel lanes: a trial mostly waits for process starts and timers. The longest start first; trials that
// check what the others recorded (`last`) run after them. When a trial fails, no further trial starts, and the running ones
// are aborted.

const USUAL_SECONDS = 20;

/**
 * @param {{seconds?: number, last?: boolean}[]} trials `seconds`: approximate duration; it only affects the order
 * @param {number} lanes
 * @param {(trial, signal: AbortSignal) => Promise<{passed: boolean, late?: boolean}>} run `late`: it only missed a
 *   time limit; the other trials continue
 * @returns {Promise<object[]>} results of the trials that ran, in the order of `trials`
 */
export async function runInParallel(trials, lanes, run) {
  const stop = new AbortController();
  const results = new Map();
  const lane = async (waiting) => {
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
  await Promise.all(Array.from({ length: lanes }, () => lane(longestFirst)));
  await lane(trials.filter(({ last }) => last));
  return trials.filter((trial) => results.has(trial)).map((trial) => results.get(trial));
}
