// A4: concurrent uses of one refresh token on three processes, as by several tabs and a thief. Exactly one use returns a new
// token, every other one is 401, none is 5xx. Because the token was reused, its whole family is revoked: no token of the
// family is accepted by any process afterwards.
import { sessionOf, signUp } from '../harness/callers/accounts.mjs';
import { nextAddress } from '../harness/callers/next-address.mjs';
import { Target } from '../harness/callers/target.mjs';

const PROCESSES = 3;
const USES_PER_PROCESS = 3;
/** Families tried in parallel. */
const AT_ONCE = 4;

export default {
  name: 'A4',
  title: 'concurrent uses of a refresh token on three processes: one succeeds, and its family is revoked',
  async run(context) {
    const total = context.count({ gate: 30, short: 1_000, long: 10_000 });
    const target = await Target.open(context, {
      processes: { api: PROCESSES },
      connections: AT_ONCE * USES_PER_PROCESS + 4,
    });
    const tally = { families: 0, uses: 0, accepted: 0, rejected: 0, 'uses of revoked tokens': 0 };
    while (tally.families < total) {
      const rounds = Math.min(AT_ONCE, total - tally.families);
      await Promise.all(Array.from({ length: rounds }, () => useConcurrently(target, tally)));
      context.progress(tally.families, total);
    }
    await expectOneChild(target);
    await target.close();
    return { n: { processes: PROCESSES, ...tally } };
  },
};

const refresh = (caller, refreshToken) =>
  caller.ask('POST', '/api/auth/refresh', { body: { refreshToken }, address: nextAddress() });
const profile = (caller, token) => caller.ask('GET', '/api/auth/me', { token, address: nextAddress() });

async function useConcurrently({ callers, found: fail }, tally) {
  const person = await signUp(callers[0], { address: nextAddress() });
  const { email, password } = person;
  const bystander = sessionOf(
    await callers[1].ask('POST', '/api/auth/login', { body: { email, password }, address: nextAddress() }),
  );
  const uses = callers.flatMap((caller) => Array.from({ length: USES_PER_PROCESS }, () => caller));
  const answers = await Promise.all(uses.map((caller) => refresh(caller, person.refreshToken)));
  const won = answers.filter(({ status }) => status === 200).map(sessionOf);
  const lost = answers.filter(({ status }) => status === 401).length;
  if (won.length !== 1 || won.length + lost !== uses.length)
    return fail(`of ${uses.length} concurrent uses: ${answers.map(({ status }) => status).join(' ')}`);
  for (const caller of callers) {
    const refused = [
      await refresh(caller, won[0].refreshToken),
      await refresh(caller, person.refreshToken),
      await profile(caller, won[0].accessToken),
      await profile(caller, person.accessToken),
    ].map(({ status }) => status);
    tally['uses of revoked tokens'] += refused.length;
    if (refused.some((status) => status !== 401)) return fail(`of a revoked family: ${refused.join(' ')}`);
    const other = await profile(caller, bystander.accessToken);
    if (other.status !== 200)
      return fail(`another session of the same user was answered with ${other.status}`);
  }
  tally.families += 1;
  tally.uses += uses.length;
  tally.accepted += won.length;
  tally.rejected += lost;
}

/** Checks the rows: no refresh token has two successors, and no family with a reused token is still valid. */
async function expectOneChild({ query, found: fail }) {
  const rows = await query(
    `select f.id from sign_in_families f join refresh_tokens t on t.family_id = f.id
     group by f.id having count(*) > 2 or count(*) = 2 and f.ended_at is null`,
  );
  if (rows.length > 0) fail(`${rows.length} families have a second successor or are still valid`);
}
