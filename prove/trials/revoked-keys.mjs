// A3: keys are revoked while several processes serve their requests. I12: no request that was sent after the response to the DELETE may be
// admitted. The contract allows other processes a second; this trial allows none and reports both figures. A long poll with the key on
// another process ends with 401 within a second.
import { publicIdOf, signUp, writeKeys } from '../harness/callers/accounts.mjs';
import { instant } from '../harness/callers/http-caller.mjs';
import { Target } from '../harness/callers/target.mjs';

const PROCESSES = 3;
const KEYS_AT_ONCE = 20;
/** Rejections of a revoked key by each process before its callers stop. */
const REJECTIONS = 3;
const CALLERS_EACH = 2;
const POLL_ENDS_MS = 1_000;
const MOST_TRIES = 20;
/** Duration of the long poll; the revocation ends it earlier. */
const WAIT_SECONDS = 30;

export default {
  name: 'A3',
  title: 'every process rejects a revoked key at once, under load (I12)',
  async run(context) {
    const total = Math.max(KEYS_AT_ONCE, context.count({ gate: 60, short: 200, long: 10_000 }));
    const target = await Target.open(context, {
      processes: { api: PROCESSES },
      connections: KEYS_AT_ONCE * (CALLERS_EACH + 1) + 4,
    });
    const { callers, found: fail } = target;
    const tally = {
      n: 0,
      sameProcess: 0,
      otherProcesses: 0,
      afterOneSecond: 0,
      requests: 0,
      busy: 0,
      admittedBefore: 0,
      slowestPollMs: 0,
    };
    const owner = await signUp(callers[0]);
    // Without a worker it stays processing.
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
        'rejected with 503': tally.busy,
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
 * Sends requests with the key to every process continuously, and a long poll to one of them; revokes the key; continues
 * until each process has rejected it.
 */
async function revokeUnderLoad({ callers, owner, predictionId, fail, tally }, key, revoker) {
  const state = { revokedAt: Infinity, admitted: callers.map(() => 0) };
  const callersOfKey = Promise.all(
    callers.flatMap((caller, process) =>
      Array.from({ length: CALLERS_EACH }, () =>
        sendUntilRejected(caller, key, state, process === revoker, process, { fail, tally }),
      ),
    ),
  );
  // It is awaited below and may fail earlier.
  callersOfKey.catch(() => {});
  const poll = callers[(revoker + 1) % PROCESSES].request(
    'GET',
    `/api/generate/status/${predictionId}?wait=${WAIT_SECONDS}`,
    { token: key.secret },
  );
  while (state.admitted.some((count) => count === 0)) await new Promise((resolve) => setTimeout(resolve, 2));
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 30));
  const answer = await untilAnswered(() =>
    callers[revoker].request('DELETE', `/api/keys/${publicIdOf('key', key.id)}`, {
      token: owner.accessToken,
    }),
  );
  state.revokedAt = instant();
  if (answer.status !== 200 || JSON.parse(answer.text).status !== 'revoked')
    fail(`the key was not revoked: ${answer.status} ${answer.text}`);
  const { status, answered } = await poll;
  if (status !== 401) fail(`a long poll of a revoked key returned ${status}`);
  tally.slowestPollMs = Math.max(tally.slowestPollMs, answered - state.revokedAt);
  await callersOfKey;
  tally.n += 1;
}

/** Repeats a request that a busy service rejects with 503; the guarantees hold only after it succeeds. */
async function untilAnswered(send) {
  for (let tries = 1; ; tries += 1) {
    const answer = await send();
    if (answer.status !== 503 || tries === MOST_TRIES) return answer;
  }
}

async function sendUntilRejected(caller, { secret }, state, isRevoker, process, { fail, tally }) {
  for (let rejections = 0, attempt = 0; rejections < REJECTIONS; attempt += 1) {
    const { status, sent } = await caller.request('GET', '/api/credits/balance', {
      token: secret,
      address: `10.${process}.${attempt & 255}.1`,
    });
    tally.requests += 1;
    if (status === 401) rejections += 1;
    // A busy service neither admits nor rejects the key.
    else if (status === 503) tally.busy += 1;
    else if (status !== 200) return fail(`a request under load returned ${status}`);
    else if (sent > state.revokedAt) {
      const late = sent - state.revokedAt;
      tally[isRevoker ? 'sameProcess' : 'otherProcesses'] += 1;
      if (late > 1000) tally.afterOneSecond += 1;
      fail(
        `I12: admitted on ${isRevoker ? 'the process that revoked' : 'another process'}, sent ${late.toFixed(1)} ms after the response to the DELETE`,
      );
    } else {
      state.admitted[process] += 1;
      tally.admittedBefore += 1;
    }
    if (tally.requests > 1_000_000) return fail('the revoked key was never rejected');
  }
}
