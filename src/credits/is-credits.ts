import { ValidateBy } from 'class-validator';
import { fromCredits } from './amount.js';

/** A number that is a whole number of thousandths, however it was written (`1e-7` is not, `1e1` is). */
export function IsCredits(): PropertyDecorator {
  return ValidateBy({
    name: 'isCredits',
    validator: {
      validate: isCredits,
      defaultMessage: () => '$property must be a number of credits with at most 3 decimals',
    },
  });
}

function isCredits(value: unknown): boolean {
  if (typeof value !== 'number' || !Number.isFinite(value)) return false;
  try {
    return Number(fromCredits(value)) / 1000 === value;
  } catch {
    return false;
  }
}
