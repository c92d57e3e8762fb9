/** The contract of every price rule. A spec calls `describePriceRule`; external implementations can import it too. */
import type { PricedRequest, PriceRule } from '../../src/generation/index.js';

const MAX_PRICE = 10n ** 15n;

/** @param requests of the installation's own models. */
export function describePriceRule(title: string, make: () => PriceRule, requests: PricedRequest[]): void {
  describe(`${title} as a price rule`, () => {
    it.each(requests.map((request) => [request.model.modelKey, request] as const))(
      'returns an amount of thousandths for %s, twice the same, and leaves the request as it was',
      async (_, request) => {
        const rule = make();
        const before = structuredClone({ ...request, model: null });
        const price = await rule.priceOf(request);
        expect(typeof price).toBe('bigint');
        expect(price >= 0n && price <= MAX_PRICE).toBe(true);
        expect(await rule.priceOf(request)).toBe(price);
        expect({ ...request, model: null }).toEqual(before);
      },
    );
  });
}
