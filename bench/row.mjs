/** A line of the table: what was measured, what it is held against, and the target beside it. */
import { medianRatio, medians } from './statistics.mjs';

/** A target for a ratio. */
export const atLeast = (ratio) => ({ text: `≥ ${ratio}`, reached: (row) => row.ratio >= ratio });

/**
 * @param floorSamples of the same rounds; the ratio is the median of the rounds' own.
 * @param target { text, reached(row) }; it is shown, never asserted.
 * @param more what is shown of it beside that: memory in MB, a note.
 */
export function comparison(name, samples, floorName, floorSamples, target, more = {}) {
  const row = {
    name,
    unit: '/s',
    value: medians(samples).perSecond,
    ...medians(samples),
    ratio: medianRatio(samples, floorSamples),
    floor: { name: floorName, ...medians(floorSamples) },
    ratios: samples.map((sample, round) => sample.perSecond / floorSamples[round].perSecond),
    ...more,
  };
  return withTarget(row, target);
}

/** A line that is a figure by itself: a time or a size. */
export function figure(name, unit, value, more, target) {
  return withTarget({ name, unit, value, ...more }, target);
}

function withTarget(row, target) {
  return target ? { ...row, target: { text: target.text, reached: target.reached(row) } } : row;
}
