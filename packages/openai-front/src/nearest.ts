/** The values of a field that are nearest to a wished one. Pure. */
import type { FieldSchema } from './input-schema.js';

/** Returns the value that the field takes and that is nearest to the wanted number. */
export function nearestNumber(schema: FieldSchema, wanted: number): number {
  const numbers = schema.enum?.filter((value) => typeof value === 'number');
  if (numbers && numbers.length > 0) return nearestOf(numbers, (value) => Math.abs(value - wanted));
  const { minimum = -Infinity, maximum = Infinity } = schema;
  const step = schema.multipleOf ?? (schema.type === 'integer' ? 1 : 0);
  const within = Math.min(maximum, Math.max(minimum, wanted));
  if (step === 0) return rounded(within);
  let steps = Math.round(within / step);
  if (rounded(steps * step) > maximum) steps = Math.floor(rounded(maximum / step));
  if (rounded(steps * step) < minimum) steps = Math.ceil(rounded(minimum / step));
  return rounded(steps * step);
}

/** Three decimals are more than a size or a length has. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** Returns the element with the least distance, the first of several. @param values at least one. */
export function nearestOf<T>(values: readonly T[], distance: (value: T) => number): T {
  return values.reduce((best, value) => (distance(value) < distance(best) ? value : best));
}

/** Returns the distance of two ratios: as far from 1:1 is 2:1 as 1:2. */
export const ratioDistance = (a: number, b: number): number => Math.abs(Math.log(a / b));
