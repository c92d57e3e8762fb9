/** The quote and the charge use the same computation. Pure. */
import type { Pricing } from './catalogue-model.js';

type Input = Readonly<Record<string, unknown>>;

/** A million million credits, in thousandths: sums of prices stay within PostgreSQL's bigint. */
const MAX_PRICE = 1e15;

/** @returns thousandths of a credit, rounded up; at most a million million credits. */
export function priceOf(pricing: Pricing, input: Input): bigint {
  const sum =
    (pricing.base ?? 0) +
    (pricing.perSecond ?? 0) * numberAt(input, 'duration') +
    (pricing.perMegapixel ?? 0) * megapixelsOf(input) +
    ((pricing.perThousandCharacters ?? 0) * charactersOf(input)) / 1000;
  const credits = sum * factorOf(pricing, input);
  // The epsilon absorbs floating-point error: 0.1 × 3 is 300 thousandths, not 301.
  return BigInt(Math.min(MAX_PRICE, Math.ceil(credits * 1000 - 1e-6)));
}

function factorOf(pricing: Pricing, input: Input): number {
  return Object.entries(pricing.multipliers ?? {}).reduce(
    (factor, [field, byValue]) => factor * (ownValue(byValue, String(input[field])) ?? 1),
    1,
  );
}

/** A value of the caller such as `constructor` must not find what every object inherits. */
const ownValue = (values: Record<string, number>, name: string): number | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

function charactersOf(input: Input): number {
  return typeof input.prompt === 'string' ? [...input.prompt].length : 0;
}

function numberAt(input: Input, field: string): number {
  return typeof input[field] === 'number' ? input[field] : 0;
}

/**
 * Uses `width` × `height`, or `resolution` (longest edge in pixels) and `aspectRatio`; 0 when the input has neither. A ratio given as a
 * word (`same`) counts as square, the largest area for that edge.
 */
function megapixelsOf(input: Input): number {
  const width = numberAt(input, 'width');
  const height = numberAt(input, 'height');
  if (width > 0 && height > 0) return (width * height) / 1_000_000;
  const longest = numberAt(input, 'resolution');
  const [, w = 1, h = 1] = (RATIO.exec(String(input.aspectRatio)) ?? []).map(Number);
  const shortest = longest * (Math.min(w, h) / Math.max(w, h));
  return (longest * shortest) / 1_000_000;
}

const RATIO = /^([1-9][\d.]*):([1-9][\d.]*)$/;
