/** Creates the lines of the table: measurement, reference and target. */
import { medianRatio, medians } from './statistics.mjs';

/** Creates a target for a ratio. */
export const atLeast = (ratio) => ({ text: `≥ ${ratio}`, reached: (row) => row.ratio >= ratio });

/**
 * Creates a line that compares with a reference.
 * @param floorSamples samples of the same rounds; the ratio is the median of the ratios per round.
 * @param target { text, reached(row) }; shown, never asserted.
 * @param more further columns: memory in MB, a note.
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

/** Creates a line without a reference, such as a time or a size. */
export function figure(name, unit, value, more, target) {
  return withTarget({ name, unit, value, ...more }, target);
}

function withTarget(row, target) {
  return target ? { ...row, target: { text: target.text, reached: target.reached(row) } } : row;
}
