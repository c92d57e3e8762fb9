import { Max, Min, ValidateBy, type ValidationOptions } from 'class-validator';
import { Field, type FieldOptions, stack } from '../platform/http/index.js';
import { fromCredits, MAX_CREDITS } from './amount.js';

/** Accepts numbers that are whole thousandths, in any notation: `1e1` is one, `1e-7` is not. */
export function IsCredits(options?: ValidationOptions): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isCredits',
      validator: {
        validate: isCredits,
        defaultMessage: () => '$property must be a number of credits with at most 3 decimals',
      },
    },
    options,
  );
}

/** An amount of a request. */
export const CreditsInput = (minimum: number, about: FieldOptions): PropertyDecorator =>
  stack(Field({ minimum, maximum: MAX_CREDITS, ...about }), IsCredits(), Min(minimum), Max(MAX_CREDITS));

function isCredits(value: unknown): boolean {
  if (typeof value !== 'number' || !Number.isFinite(value)) return false;
  try {
    return Number(fromCredits(value)) / 1000 === value;
  } catch {
    return false;
  }
}
