/** A row of the table: what was measured, what it is held against, and the first target beside it. */
import { medianRatio, medians } from './statistics.mjs';

/**
 * @param floorSamples of the same rounds; the ratio is the median of the rounds' own.
 * @param target { text, reached(row) }; it is shown, never asserted.
 */
export function comparison(name, samples, floorName, floorSamples, target) {
  const floor = medians(floorSamples);
  const row = {
    name,
    unit: '/s',
    value: medians(samples).perSecond,
    ...medians(samples),
    ratio: medianRatio(samples, floorSamples),
    floor: { name: floorName, ...floor },
    ratios: samples.map((sample, round) => sample.perSecond / floorSamples[round].perSecond),
  };
  return withTarget(row, target);
}

/** A row that is a figure by itself: a time or a size. */
export function figure(name, unit, value, more, target) {
  return withTarget({ name, unit, value, ...more }, target);
}

function withTarget(row, target) {
  return target ? { ...row, target: { text: target.text, reached: target.reached(row) } } : row;
}
