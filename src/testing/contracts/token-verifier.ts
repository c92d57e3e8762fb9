import assert from 'node:assert/strict';
import type { TokenVerifier, VerifiedUser } from '../../auth/index.js';
import { forEachCase, type TestRunner } from './runner.js';

/** A token verifier for its contract suite. */
export interface TokenVerifierFixture {
  /** In the titles of the tests. */
  name: string;
  create: () => TokenVerifier;
  /** Tokens that it accepts, with their users. */
  valid: [token: string, user: VerifiedUser][];
  /** Tokens that it must not accept. */
  invalid: string[];
}

const NEVER_VALID = ['.', 'a.b.c', '%00', '"', 'x'.repeat(8000)];

/** Declares the tests that every `TokenVerifier` must pass. */
export function tokenVerifierContract(
  runner: TestRunner,
  { name, create, valid, invalid }: TokenVerifierFixture,
): void {
  runner.describe(`${name} as a token verifier`, () => {
    const shown = (token: string) =>
      token.length > 40 ? `of ${token.length} characters` : JSON.stringify(token);

    const tokens = valid.map(([token, user]) => [shown(token), { token, user }] as const);
    forEachCase(runner, 'the token %s is the same user each time', tokens, async ({ token, user }) => {
      const verifier = create();
      for (const one of [verifier, verifier, create()])
        assert.deepEqual({ ...(await one.verify(token)) }, { ...user });
      assert.ok(user.issuer.length * user.subject.length > 0);
    });

    const others = [...invalid, ...NEVER_VALID].map((token) => [shown(token), token] as const);
    forEachCase(runner, 'the token %s is no user’s', others, async (token) => {
      assert.equal(await create().verify(token), null);
    });
  });
}
