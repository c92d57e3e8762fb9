/** Names prices, so that a caller is charged the price of a quote, or gets an error because it has changed. */
import { createHash } from 'node:crypto';
import type { CatalogueModel, Pricing } from './catalogue-model.js';

/** How long a price that was replaced can still be charged: as long as a quote is valid. */
export const PRICE_VALID_MS = 60_000;

/** A price that a model has or had. */
export interface ModelPrice {
  /** `price_…` */
  version: string;
  pricing: Pricing;
  /** Of a price that is not the present one: since when, by the clock of the database. */
  replacedAtMs?: number;
}

/** Prices that were replaced and can still be charged. */
export class PastPrices {
  private readonly byModel = new Map<string, Required<ModelPrice>[]>();

  /** Remembers the price that `present` has replaced; forgets those that cannot be charged any more. */
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

/**
 * Returns the name of a model's price: the same on every process, and for a price that comes back. The defaults of the input are part of
 * it, because they decide what a request costs that leaves them out.
 */
export function priceVersionOf({ modelKey, pricing, inputSchema }: CatalogueModel): string {
  const properties = (inputSchema.properties ?? {}) as Record<string, { default?: unknown }>;
  const defaults = Object.entries(properties).map(([name, rule]) => [name, rule.default ?? null]);
  const text = canonical([modelKey, pricing, Object.fromEntries(defaults)]);
  return `price_${createHash('sha256').update(text).digest('hex').slice(0, 20)}`;
}

/** JSON with sorted keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
