// A4: uses of one refresh token on three processes: concurrently, as by several tabs; again, as after a lost response; and after more than
// ten seconds, as by a thief. All uses within ten seconds return the same new token, and none is 5xx. The late use revokes the whole
// family: afterwards no process accepts a token of it.
import { sessionOf, signUp } from '../harness/callers/accounts.mjs';
import { nextAddress } from '../harness/callers/next-address.mjs';
import { Target } from '../harness/callers/target.mjs';

const PROCESSES = 3;
const USES_PER_PROCESS = 3;
/** Families tried in parallel. */
const AT_ONCE = 4;

export default {
  name: 'A4',
  title:
    'uses of a refresh token on three processes: one successor within ten seconds, and a late use revokes its family',
  async run(context) {
    const total = context.count({ gate: 30, short: 1_000, long: 10_000 });
    const target = await Target.open(context, {
      processes: { api: PROCESSES },
      connections: AT_ONCE * USES_PER_PROCESS + 4,
    });
    const tally = { families: 0, uses: 0, 'uses of revoked tokens': 0 };
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
  caller.request('POST', '/api/auth/refresh', { body: { refreshToken }, address: nextAddress() });
const profile = (caller, token) => caller.request('GET', '/api/auth/me', { token, address: nextAddress() });

/** Moves the first use of a token back by 11 seconds. A repeated use is accepted for ten seconds. */
const passTenSeconds = (query, refreshToken) =>
  query(
    `update refresh_tokens set used_at = used_at - interval '11 seconds' where hash = sha256(convert_to($1, 'UTF8'))`,
    [refreshToken],
  );

async function useConcurrently({ callers, query, found: fail }, tally) {
  const person = await signUp(callers[0], { address: nextAddress() });
  const { email, password } = person;
  const otherSession = sessionOf(
    await callers[1].request('POST', '/api/auth/login', {
      body: { email, password },
      address: nextAddress(),
    }),
  );
  const uses = callers.flatMap((caller) => Array.from({ length: USES_PER_PROCESS }, () => caller));
  const answers = await Promise.all(uses.map((caller) => refresh(caller, person.refreshToken)));
  const won = answers.filter(({ status }) => status === 200).map(sessionOf);
  if (won.length !== uses.length)
    return fail(`of ${uses.length} concurrent uses: ${answers.map(({ status }) => status).join(' ')}`);
  const [{ refreshToken: next, accessToken }] = won;
  if (won.some((session) => session.refreshToken !== next)) return fail('one token has two successors');
  const lost = sessionOf(await refresh(callers[2], person.refreshToken));
  if (lost.refreshToken !== next) return fail('a use after a lost response has another successor');
  const alive = await profile(callers[1], accessToken);
  if (alive.status !== 200) return fail(`a session that was renewed twice was answered with ${alive.status}`);
  await passTenSeconds(query, person.refreshToken);
  for (const caller of callers) {
    const refused = [
      await refresh(caller, person.refreshToken),
      await refresh(caller, next),
      await profile(caller, accessToken),
      await profile(caller, person.accessToken),
    ].map(({ status }) => status);
    tally['uses of revoked tokens'] += refused.length;
    if (refused.some((status) => status !== 401)) return fail(`of a revoked family: ${refused.join(' ')}`);
    const other = await profile(caller, otherSession.accessToken);
    if (other.status !== 200)
      return fail(`another session of the same user was answered with ${other.status}`);
  }
  tally.families += 1;
  tally.uses += uses.length + 1;
}

/** Checks the rows: no refresh token has two successors, and no family with a reused token is still valid. */
async function expectOneChild({ query, found: fail }) {
  const rows = await query(
    `select f.id from sign_in_families f join refresh_tokens t on t.family_id = f.id
     group by f.id having count(*) > 2 or count(*) = 2 and f.ended_at is null`,
  );
  if (rows.length > 0) fail(`${rows.length} families have a second successor or are still valid`);
}
