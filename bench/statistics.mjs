/** The few statistics of the benchmark: medians, because one disturbed round must not decide. */

/** @param share 0 to 1. @returns the value below which that share of the numbers lies; null for none at all. */
export function quantile(numbers, share) {
  if (numbers.length === 0) return null;
  const sorted = Float64Array.from(numbers).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/** The middle number, or the mean of the two in the middle; null for none at all. */
export function median(numbers) {
  const sorted = Float64Array.from(numbers.filter((number) => number !== null)).sort();
  if (sorted.length === 0) return null;
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Each property's median over samples that all have the same properties. */
export function medians(samples) {
  return Object.fromEntries(
    Object.keys(samples[0]).map((name) => [name, median(samples.map((sample) => sample[name]))]),
  );
}

/**
 * The median of the rounds' own ratios. A round's two halves were measured one right after the other, so what slows
 * the machine for longer than a round slows both.
 */
export function medianRatio(samples, floorSamples) {
  return median(samples.map((sample, round) => sample.perSecond / floorSamples[round].perSecond));
}
