/** Tests that every dashboard route shares: it accepts only a user's token. */
import { usersRole } from '../../src/cli/users-role.js';
import type { TestApp } from './app.js';
import { type Answer, createKey, type Person, register } from './client.js';
import { refusal } from './refusals.js';

/** @param ask calls the route with this credential; everything else in the request is valid. */
export function itRequiresUserToken(
  app: () => TestApp,
  ask: (token: string | undefined) => Promise<Answer>,
): void {
  describe('401', () => {
    it('without a token, with garbage, and with an API key with every scope', async () => {
      const { key } = await createKey(app().base, await register(app().base));
      for (const token of [undefined, 'nonsense', key as string]) {
        const answer = await ask(token);
        expect(answer.body).toEqual(refusal(401, 'invalid_token'));
        expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      }
    });
  });
}

/** The same, and only administrators. */
export function itRequiresAdmin(
  app: () => TestApp,
  ask: (token: string | undefined) => Promise<Answer>,
): void {
  itRequiresUserToken(app, ask);
  describe('403', () => {
    it('for users without the admin role', async () => {
      const { accessToken } = await register(app().base);
      expect((await ask(accessToken)).body).toEqual(refusal(403, 'forbidden'));
    });
  });
}

export async function registerAdmin(app: TestApp): Promise<Person> {
  const admin = await register(app.base);
  await usersRole.read(['--email', admin.email, '--role', 'admin'])(app.app);
  return admin;
}

/** Sums the ledger anew: for tests that have moved predictions to another time. */
export const SUM_UP_ANEW = `do $$ begin
  perform from summary_position for update;
  delete from spending_sums;
  delete from ledger_quarters;
  update summary_position set entries_to = 0;
  perform from overview_position for update;
  delete from overview_sums;
  update overview_position set entries_to = 0;
end $$`;
