// A3: keys are revoked while several processes are busy with them. I12: no request that was sent after the DELETE had
// answered may be admitted. The contract allows other processes a second; ours are held to "at once", and both figures
// are reported. A long poll that waits with the key on another process meanwhile ends with 401, within a second.
import { publicIdOf, signUp, writeKeys } from '../harness/callers/accounts.mjs';
import { instant } from '../harness/callers/http-caller.mjs';
import { Target } from '../harness/callers/target.mjs';

const PROCESSES = 3;
const KEYS_AT_ONCE = 20;
/** Each process must refuse a revoked key this often before its callers stop asking. */
const REFUSALS = 3;
const LANES = 2;
const POLL_ENDS_MS = 1_000;
/** Of a long poll that nothing ends. */
const WAIT_SECONDS = 30;

export default {
  name: 'A3',
  title: 'a revoked key is refused at once on every process, under load (I12)',
  async run(context) {
    const total = Math.max(KEYS_AT_ONCE, context.count({ gate: 60, short: 200, long: 10_000 }));
    const target = await Target.open(context, {
      processes: { api: PROCESSES },
      connections: KEYS_AT_ONCE * (LANES + 1) + 4,
    });
    const { callers, found: fail } = target;
    const tally = {
      n: 0,
      sameProcess: 0,
      otherProcesses: 0,
      afterOneSecond: 0,
      requests: 0,
      admittedBefore: 0,
      slowestPollMs: 0,
    };
    const owner = await signUp(callers[0]);
    // There is no worker: it stays processing.
    const { predictionId } = await callers[0].expect(201, 'POST', '/api/dashboard/predictions', {
      token: owner.accessToken,
      body: { modelKey: 'embedded-fault', mode: 'ok' },
    });
    while (tally.n < total) {
      const wanted = Array.from({ length: KEYS_AT_ONCE }, () => ({
        accountId: owner.accountId,
        scopes: ['billing', 'read'],
      }));
      const keys = await writeKeys(target.query, wanted);
      const first = tally.n;
      await Promise.all(
        keys.map((key, at) =>
          revokeUnderLoad({ callers, owner, predictionId, fail, tally }, key, (first + at) % PROCESSES),
        ),
      );
      context.progress(tally.n, total);
    }
    await target.close();
    if (tally.slowestPollMs > context.within(POLL_ENDS_MS))
      context.late(`a long poll ended ${Math.round(tally.slowestPollMs)} ms after its key was revoked`);
    return {
      n: {
        revocations: tally.n,
        processes: PROCESSES,
        requests: tally.requests,
        'admitted before': tally.admittedBefore,
        'admitted after, same process': tally.sameProcess,
        'admitted after, other processes': tally.otherProcesses,
        'admitted more than 1 s after': tally.afterOneSecond,
        'slowest end of a long poll, ms': Math.round(tally.slowestPollMs),
      },
    };
  },
};

/**
 * Asks with the key on every process without pause, and waits with it at another one for a prediction; revokes it; goes on
 * until each has refused it.
 */
async function revokeUnderLoad({ callers, owner, predictionId, fail, tally }, key, revoker) {
  const state = { revokedAt: Infinity, admitted: callers.map(() => 0) };
  const lanes = callers.flatMap((caller, process) =>
    Array.from({ length: LANES }, () =>
      askUntilRefused(caller, key, state, process === revoker, process, { fail, tally }),
    ),
  );
  const poll = callers[(revoker + 1) % PROCESSES].ask(
    'GET',
    `/api/generate/status/${predictionId}?wait=${WAIT_SECONDS}`,
    { token: key.secret },
  );
  while (state.admitted.some((count) => count === 0)) await new Promise((resolve) => setTimeout(resolve, 2));
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 30));
  const answer = await callers[revoker].ask('DELETE', `/api/keys/${publicIdOf('key', key.id)}`, {
    token: owner.accessToken,
  });
  state.revokedAt = instant();
  if (answer.status !== 200 || JSON.parse(answer.text).status !== 'revoked')
    fail(`the key was not revoked: ${answer.status} ${answer.text}`);
  const { status, answered } = await poll;
  if (status !== 401) fail(`a long poll of a revoked key ended with ${status}`);
  tally.slowestPollMs = Math.max(tally.slowestPollMs, answered - state.revokedAt);
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
