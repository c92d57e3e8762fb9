// A3: keys are revoked while several processes are busy with them. I12: no request that was sent after the DELETE had
// answered may be admitted. The contract allows other processes a second; ours are held to "at once", and both figures
// are reported.
import { publicIdOf, signUp, writeKeys } from '../accounts.mjs';
import { instant } from '../http-caller.mjs';
import { Target } from '../target.mjs';

const PROCESSES = 3;
const KEYS_AT_ONCE = 20;
/** Each process must refuse a revoked key this often before its callers stop asking. */
const REFUSALS = 3;
const LANES = 2;

export default {
  name: 'A3',
  title: 'a revoked key is refused at once on every process, under load (I12)',
  async run(context) {
    const total = Math.max(KEYS_AT_ONCE, context.count({ gate: 60, short: 200, long: 10_000 }));
    const target = await Target.open(context, {
      processes: { api: PROCESSES },
      connections: KEYS_AT_ONCE * LANES + 4,
    });
    const { callers, found: fail } = target;
    const tally = {
      n: 0,
      sameProcess: 0,
      otherProcesses: 0,
      afterOneSecond: 0,
      requests: 0,
      admittedBefore: 0,
    };
    const owner = await signUp(callers[0]);
    while (tally.n < total) {
      const wanted = Array.from({ length: KEYS_AT_ONCE }, () => ({
        accountId: owner.accountId,
        scopes: ['billing'],
      }));
      const keys = await writeKeys(target.query, wanted);
      const first = tally.n;
      await Promise.all(
        keys.map((key, at) =>
          revokeUnderLoad({ callers, owner, fail, tally }, key, (first + at) % PROCESSES),
        ),
      );
      context.progress(tally.n, total);
    }
    await target.close();
    return {
      n: {
        revocations: tally.n,
        processes: PROCESSES,
        requests: tally.requests,
        'admitted before': tally.admittedBefore,
        'admitted after, same process': tally.sameProcess,
        'admitted after, other processes': tally.otherProcesses,
        'admitted more than 1 s after': tally.afterOneSecond,
      },
    };
  },
};

/** Asks with the key on every process without pause; revokes it at one of them; goes on until each has refused it. */
async function revokeUnderLoad({ callers, owner, fail, tally }, key, revoker) {
  const state = { revokedAt: Infinity, admitted: callers.map(() => 0) };
  const lanes = callers.flatMap((caller, process) =>
    Array.from({ length: LANES }, () =>
      askUntilRefused(caller, key, state, process === revoker, process, { fail, tally }),
    ),
  );
  while (state.admitted.some((count) => count === 0)) await new Promise((resolve) => setTimeout(resolve, 2));
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 30));
  const answer = await callers[revoker].ask('DELETE', `/api/keys/${publicIdOf('key', key.id)}`, {
    token: owner.accessToken,
  });
  state.revokedAt = instant();
  if (answer.status !== 200 || JSON.parse(answer.text).status !== 'revoked')
    fail(`the key was not revoked: ${answer.status} ${answer.text}`);
  await Promise.all(lanes);
  tally.n += 1;
}

async function askUntilRefused(caller, { secret }, state, isRevoker, process, { fail, tally }) {
  for (let refusals = 0, lane = 0; refusals < REFUSALS; lane += 1) {
    const { status, sent } = await caller.ask('GET', '/api/credits/balance', {
      token: secret,
      address: `10.${process}.${lane & 255}.1`,
    });
    tally.requests += 1;
    if (status === 401) refusals += 1;
    else if (status !== 200) return fail(`a request under load answered ${status}`);
    else if (sent > state.revokedAt) {
      const late = sent - state.revokedAt;
      tally[isRevoker ? 'sameProcess' : 'otherProcesses'] += 1;
      if (late > 1000) tally.afterOneSecond += 1;
      fail(
        `I12: admitted on ${isRevoker ? 'the process that revoked' : 'another process'}, sent ${late.toFixed(1)} ms after the DELETE had answered`,
      );
    } else {
      state.admitted[process] += 1;
      tally.admittedBefore += 1;
    }
    if (tally.requests > 1_000_000) return fail('the revoked key was never refused');
  }
}
