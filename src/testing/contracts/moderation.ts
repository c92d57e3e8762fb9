import assert from 'node:assert/strict';
import type { CheckedRequest, Moderation } from '../../generation/index.js';
import { contentOf } from './requests.js';
import type { TestRunner } from './runner.js';

/** A moderation for its contract suite. */
export interface ModerationFixture {
  /** In the titles of the tests. */
  name: string;
  create: () => Moderation;
  /** Requests that it must allow. */
  allowed: CheckedRequest[];
  /** Requests that it must reject. */
  rejected: CheckedRequest[];
}

/** Declares the tests that every `Moderation` must pass. */
export function moderationContract(
  { describe, it }: TestRunner,
  { name, create, allowed, rejected }: ModerationFixture,
): void {
  describe(`${name} as a moderation`, () => {
    const cases = [
      ...allowed.map((request) => ['allow', request] as const),
      ...rejected.map((request) => ['reject', request] as const),
    ];
    for (const [index, [verdict, request]] of cases.entries())
      it(`returns ${verdict} for request ${index}, also when it is asked again, and leaves the request as it was`, async () => {
        const moderation = create();
        const before = contentOf(request);
        for (let reviews = 0; reviews < 2; reviews += 1)
          assert.equal((await moderation.review(request)).verdict, verdict);
        assert.deepEqual(contentOf(request), before);
      });
  });
}
