import { Injectable } from '@nestjs/common';
import type { CheckedRequest } from './checked-request.js';

/** A valid request and its price in the catalogue. */
export interface PricedRequest extends CheckedRequest {
  /** In thousandths of a credit. */
  readonly listPrice: bigint;
}

/**
 * Sets the price of each request, for its quote and its charge alike; a class of its own replaces the default. `GET /api/models` shows the
 * prices of the catalogue.
 */
export abstract class PriceRule {
  /**
   * Returns the price in thousandths of a credit, from 0 to 10¹⁵, for every quote and every create, so it must be fast; the same request
   * must get the same price. Let an `AppError` through to reject the request; nothing is charged.
   */
  abstract priceOf(request: PricedRequest): bigint | Promise<bigint>;
}

/** Charges the price of the catalogue. */
@Injectable()
export class ListPrice extends PriceRule {
  priceOf({ listPrice }: PricedRequest): bigint {
    return listPrice;
  }
}

/** A million million credits: sums of prices stay within PostgreSQL's bigint. */
const MAX_PRICE = 10n ** 15n;

/** @throws when the rule returns no price; then nothing is charged. */
export async function priceBy(rule: PriceRule, request: PricedRequest): Promise<bigint> {
  const price: unknown = await rule.priceOf(request);
  if (typeof price === 'bigint' && price >= 0n && price <= MAX_PRICE) return price;
  throw new Error(
    `the price rule ${rule.constructor.name} returned ${String(price)} for ${request.model.modelKey}`,
  );
}
