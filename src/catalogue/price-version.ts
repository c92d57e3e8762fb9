/** Prices have names, so that a caller is charged the price of a quote, or gets an error because it has changed. */
import { createHash } from 'node:crypto';
import type { CatalogueModel, Pricing } from './catalogue-model.js';

/** A replaced price can be charged as long as a quote is valid. */
export const PRICE_VALID_MS = 60_000;

export interface ModelPrice {
  /** `price_…` */
  version: string;
  pricing: Pricing;
  /** Set when the price is not the present one: since when, by the clock of the database. */
  replacedAtMs?: number;
}

/** Replaced prices can still be charged. */
export class PastPrices {
  private readonly byModel = new Map<string, Required<ModelPrice>[]>();

  /** Forgets prices that cannot be charged any more. */
  keep(modelKey: string, before: ModelPrice, present: ModelPrice, replacedAtMs: number): void {
    if (present.version === before.version) return;
    const past = (this.byModel.get(modelKey) ?? []).filter(
      (one) =>
        one.version !== before.version &&
        one.version !== present.version &&
        replacedAtMs < one.replacedAtMs + PRICE_VALID_MS,
    );
    this.byModel.set(modelKey, [...past, { ...before, replacedAtMs }]);
  }

  find(modelKey: string, version: string, nowMs: number): ModelPrice | undefined {
    return this.byModel
      .get(modelKey)
      ?.find((past) => past.version === version && nowMs < past.replacedAtMs + PRICE_VALID_MS);
  }
}

/** Is the same on every process. The defaults of the input are part of it: they decide what a request costs that leaves them out. */
export function priceVersionOf({ modelKey, pricing, inputSchema }: CatalogueModel): string {
  const properties = (inputSchema.properties ?? {}) as Record<string, { default?: unknown }>;
  const defaults = Object.entries(properties).map(([name, rule]) => [name, rule.default ?? null]);
  const text = canonical([modelKey, pricing, Object.fromEntries(defaults)]);
  return `price_${createHash('sha256').update(text).digest('hex').slice(0, 20)}`;
}

/** Returns the JSON of a value with sorted keys. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
