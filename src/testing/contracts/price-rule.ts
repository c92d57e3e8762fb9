import assert from 'node:assert/strict';
import type { PricedRequest, PriceRule } from '../../generation/index.js';
import { contentOf } from './requests.js';
import type { TestRunner } from './runner.js';

/** A price rule for its contract suite. */
export interface PriceRuleFixture {
  /** In the titles of the tests. */
  name: string;
  create: () => PriceRule;
  /** Requests of the installation's own models. */
  requests: PricedRequest[];
}

const MAX_PRICE = 10n ** 15n;

/** Declares the tests that every `PriceRule` must pass. */
export function priceRuleContract(
  { describe, it }: TestRunner,
  { name, create, requests }: PriceRuleFixture,
): void {
  describe(`${name} as a price rule`, () => {
    for (const request of requests)
      it(`returns an amount of thousandths for ${request.model.modelKey}, twice the same, and leaves the request as it was`, async () => {
        const rule = create();
        const before = contentOf(request);
        const price = await rule.priceOf(request);
        assert.equal(typeof price, 'bigint');
        assert.ok(price >= 0n && price <= MAX_PRICE, `${price} is no price`);
        assert.equal(await rule.priceOf(request), price);
        assert.deepEqual(contentOf(request), before);
      });
  });
}
