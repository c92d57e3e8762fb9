// Runs trials side by side, as many at once as there are lanes: most of a trial is waiting, for processes to start and
// for clocks to run. The longest go first, those that look at what the others left (`last`) when the others are over. At
// the first that fails, no other one starts, and those under way are told to break off.

const USUAL_SECONDS = 20;

/**
 * @param {{seconds?: number, last?: boolean}[]} trials `seconds`: what it takes, roughly; only the order depends on it
 * @param {number} lanes
 * @param {(trial, signal: AbortSignal) => Promise<{passed: boolean, late?: boolean}>} run `late`: it only took too long
 *   beside others, which is no reason to stop them
 * @returns {Promise<object[]>} what `run` gave for those that were run, in the order of `trials`
 */
export async function runSideBySide(trials, lanes, run) {
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
