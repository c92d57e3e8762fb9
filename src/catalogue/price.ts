/** The one place where a prediction's cost is worked out: the quote and the charge both call it. Pure. */
import type { Pricing } from './catalogue-model.js';

type Input = Readonly<Record<string, unknown>>;

/** @returns thousandths of a credit, rounded up. */
export function priceOf(pricing: Pricing, input: Input): bigint {
  const sum =
    (pricing.base ?? 0) +
    (pricing.perSecond ?? 0) * numberAt(input, 'duration') +
    (pricing.perMegapixel ?? 0) * megapixelsOf(input) +
    ((pricing.perThousandCharacters ?? 0) * charactersOf(input)) / 1000;
  const credits = sum * factorOf(pricing, input);
  // A hair is taken off so that 0.1 × 3 is 300 thousandths and not, rounded up, 301.
  return BigInt(Math.ceil(credits * 1000 - 1e-6));
}

function factorOf(pricing: Pricing, input: Input): number {
  return Object.entries(pricing.multipliers ?? {}).reduce(
    (factor, [field, byValue]) => factor * (byValue[String(input[field])] ?? 1),
    1,
  );
}

function charactersOf(input: Input): number {
  return typeof input.prompt === 'string' ? [...input.prompt].length : 0;
}

function numberAt(input: Input, field: string): number {
  return typeof input[field] === 'number' ? input[field] : 0;
}

/**
 * From `width` × `height`, or from `resolution` (longest edge in pixels) and `aspectRatio`; 0 when neither is there. A
 * ratio that is a word (`same`) counts as square, the most that the edge allows.
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
