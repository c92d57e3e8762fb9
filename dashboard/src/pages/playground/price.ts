/** Formats the pricing formula of a model. Pure. */
import { amount, credits } from '../../text/amounts';

interface Pricing {
  base?: number;
  perSecond?: number;
  perMegapixel?: number;
  perThousandCharacters?: number;
  multipliers?: Record<string, Record<string, number>>;
}

const UNITS = {
  perSecond: 'per second',
  perMegapixel: 'per megapixel',
  perThousandCharacters: 'per 1,000 characters',
} as const;

/** Returns a text such as `4 credits + 1.5 per second`. */
export function priceText(pricing: object): string {
  const { base, multipliers = {}, ...rates } = pricing as Pricing;
  const parts = Object.entries(UNITS).flatMap(([rate, unit]) => {
    const value = rates[rate as keyof typeof UNITS];
    return value ? [{ value, unit }] : [];
  });
  // Only the first part names the unit “credits”.
  const words = base
    ? [credits(base), ...parts.map(({ value, unit }) => `${amount(value)} ${unit}`)]
    : parts.map(({ value, unit }, index) => `${index === 0 ? credits(value) : amount(value)} ${unit}`);
  if (words.length === 0) return 'free';
  return `${Object.keys(multipliers).length > 0 ? 'from ' : ''}${words.join(' + ')}`;
}

/** Returns a text such as `× 2 at scale 4` for each multiplier. */
export function multiplierTexts(pricing: object): string[] {
  const { multipliers = {} } = pricing as Pricing;
  return Object.entries(multipliers).flatMap(([field, factors]) =>
    Object.entries(factors).map(([value, factor]) => `× ${amount(factor)} at ${field} ${value}`),
  );
}
