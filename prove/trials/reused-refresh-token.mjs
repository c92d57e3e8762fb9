// A4: one refresh token is used at the same moment on three processes, as a browser with three tabs and a thief would. At
// most one use may get a next token; every other one is 401, nothing is 5xx; and because the token was used twice its whole
// family ends: afterwards neither the winner's tokens nor any other of the family open anything on any process.
import { personOf, signUp } from '../harness/callers/accounts.mjs';
import { Target } from '../harness/callers/target.mjs';

const PROCESSES = 3;
const USES_PER_PROCESS = 3;
/** Families are apart from each other: another one of the same person must live on. */
const AT_ONCE = 4;

export default {
  name: 'A4',
  title: 'a refresh token used at once on three processes is good once, and ends its family',
  async run(context) {
    const total = context.count({ gate: 30, short: 1_000, long: 10_000 });
    const target = await Target.open(context, {
      processes: { api: PROCESSES },
      connections: AT_ONCE * USES_PER_PROCESS + 4,
    });
    const tally = { families: 0, uses: 0, won: 0, lost: 0, 'tries with ended tokens': 0 };
    while (tally.families < total) {
      const rounds = Math.min(AT_ONCE, total - tally.families);
      await Promise.all(Array.from({ length: rounds }, () => useAtOnce(target, tally)));
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

/** Failures are counted by address, which is not what is tried here. */
let addresses = 0;
function nextAddress() {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

async function useAtOnce({ callers, found: fail }, tally) {
  const person = await signUp(callers[0], { address: nextAddress() });
  const { email, password } = person;
  const bystander = personOf(
    await callers[1].ask('POST', '/api/auth/login', { body: { email, password }, address: nextAddress() }),
  );
  const uses = callers.flatMap((caller) => Array.from({ length: USES_PER_PROCESS }, () => caller));
  const answers = await Promise.all(uses.map((caller) => refresh(caller, person.refreshToken)));
  const won = answers.filter(({ status }) => status === 200).map(personOf);
  const lost = answers.filter(({ status }) => status === 401).length;
  if (won.length !== 1 || won.length + lost !== uses.length)
    return fail(`of ${uses.length} uses at once: ${answers.map(({ status }) => status).join(' ')}`);
  for (const caller of callers) {
    const refused = [
      await refresh(caller, won[0].refreshToken),
      await refresh(caller, person.refreshToken),
      await profile(caller, won[0].accessToken),
      await profile(caller, person.accessToken),
    ].map(({ status }) => status);
    tally['tries with ended tokens'] += refused.length;
    if (refused.some((status) => status !== 401)) return fail(`of an ended family: ${refused.join(' ')}`);
    const other = await profile(caller, bystander.accessToken);
    if (other.status !== 200) return fail(`another session of the same person answered ${other.status}`);
  }
  tally.families += 1;
  tally.uses += uses.length;
  tally.won += won.length;
  tally.lost += lost;
}

/** By the rows: no family has got more than one token out of one, and none that was used twice is still open. */
async function expectOneChild({ query, found: fail }) {
  const rows = await query(
    `select f.id from sign_in_families f join refresh_tokens t on t.family_id = f.id
     group by f.id having count(*) > 2 or count(*) = 2 and f.ended_at is null`,
  );
  if (rows.length > 0) fail(`${rows.length} families hold more than they may`);
}
