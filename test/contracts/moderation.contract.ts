/** The contract of every moderation. A spec calls `describeModeration`; external implementations can import it too. */
import type { CheckedRequest, Moderation } from '../../src/generation/index.js';

/** @param allowed and @param rejected requests that the moderation must allow and reject. */
export function describeModeration(
  title: string,
  make: () => Moderation,
  { allowed, rejected }: { allowed: CheckedRequest[]; rejected: CheckedRequest[] },
): void {
  describe(`${title} as a moderation`, () => {
    const cases = [
      ...allowed.map((request) => ['allow', request] as const),
      ...rejected.map((request) => ['reject', request] as const),
    ];
    it.each(cases)(
      'returns %s, also when it is asked again, and leaves the request as it was',
      async (verdict, request) => {
        const moderation = make();
        const before = structuredClone({ ...request, model: null });
        const reviews = [await moderation.review(request), await moderation.review(request)];
        expect(reviews).toMatchObject([{ verdict }, { verdict }]);
        expect({ ...request, model: null }).toEqual(before);
      },
    );
  });
}
