/** The contract of every token verifier. A spec calls `describeTokenVerifier`; external implementations can import it too. */
import type { TokenVerifier, VerifiedUser } from '../../src/auth/index.js';

/** @param tokens valid ones with their users, and others that it must not accept. */
export function describeTokenVerifier(
  title: string,
  make: () => TokenVerifier,
  tokens: { valid: [token: string, user: VerifiedUser][]; invalid: string[] },
): void {
  describe(`${title} as a token verifier`, () => {
    if (tokens.valid.length > 0)
      it.each(tokens.valid)('%s is the same user each time', async (token, user) => {
        const verifier = make();
        const found = [
          await verifier.verify(token),
          await verifier.verify(token),
          await make().verify(token),
        ];
        expect(found).toEqual([user, user, user]);
        expect(user.issuer.length * user.subject.length).toBeGreaterThan(0);
      });

    it.each([...tokens.invalid, '.', 'a.b.c', '%00', '"', 'x'.repeat(8000)])(
      '%p is nobody’s',
      async (token) => {
        expect(await make().verify(token)).toBeNull();
      },
    );
  });
}
