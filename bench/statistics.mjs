/** Statistics of the benchmark. It uses medians, so that one disturbed round does not decide. */

/** Returns a quantile; null without numbers. @param share 0 to 1. */
export function quantile(numbers, share) {
  if (numbers.length === 0) return null;
  const sorted = Float64Array.from(numbers).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/** Returns the median; null without numbers. */
export function median(numbers) {
  const sorted = Float64Array.from(numbers.filter((number) => number !== null)).sort();
  if (sorted.length === 0) return null;
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Returns the median of each property over samples with the same properties. */
export function medians(samples) {
  return Object.fromEntries(
    Object.keys(samples[0]).map((name) => [name, median(samples.map((sample) => sample[name]))]),
  );
}

/**
 * Returns the median of the ratios per round. Both parts of a round are measured one right after the other, so a load that
 * lasts longer than a round slows both.
 */
export function medianRatio(samples, floorSamples) {
  return median(samples.map((sample, round) => sample.perSecond / floorSamples[round].perSecond));
}
