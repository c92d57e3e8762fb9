// The load of the rate-limit trials L1 and L2: streams of requests at ten times a limit to three processes each. Records the
// responses of the callers and the counts of the limit store. Two sets of processes share one database and one store; only the
// second set enforces the platform's limit.
import { COUNTED_SECONDS, WINDOW_SECONDS, WINDOW_UNIT } from '../../../dist/platform/limits/index.js';
import {
  certainlyOver,
  misfit,
  overInSeconds,
  unjustRefusals,
  WINDOW_MS,
} from '../checks/sliding-window.mjs';
import { writeAccounts, writeKeys } from './accounts.mjs';

const OVERLOAD = 10;
/** Limits of keys per window. The gate is too short for ten times the largest limit of a key. */
export const KEY_LIMITS = { gate: [10, 120, 1_200], short: [10, 120, 6_000], long: [10, 120, 6_000] };
const PLATFORM_LIMIT = 300;
/** Minimum rate for small limits, so that requests are sent soon after a limit opens. */
const LEAST_PER_SECOND = 10;
/** A limit of N in this time is 98 % of N in a window. */
const LONGEST_WINDOW_MS = WINDOW_MS / 0.98;
const READ_EVERY_MS = 2_000;
/** Seconds of a load: the first requests leave their window before it ends. */
const LOAD_SECONDS = WINDOW_SECONDS + 16;
export const SECONDS = { gate: LOAD_SECONDS, short: LOAD_SECONDS, long: 600 };

export const PROCESSES = Array.from({ length: 6 }, (_, at) => ({
  name: `api${at + 1}`,
  roles: 'api',
  env: at < 3 ? { PLATFORM_RATE_LIMIT_PER: 'account' } : { PLATFORM_RATE_LIMIT: String(PLATFORM_LIMIT) },
}));

/**
 * Sends all streams for `seconds` while `faults` runs, and reads the counts of the store.
 * @param keyLimits of the keys, requests per window
 * @param readBudget (subject) → {head: number, buckets: number[]} or null: the newest second of a budget, and the requests of each
 * second of its window by the second modulo `COUNTED_SECONDS`
 * @returns {Promise<{streams: object[], faults: unknown}>} `faults`: the result of the faults
 */
export async function sendWhile(target, { seconds, keyLimits, readBudget, faults }) {
  const streams = await makeStreams(target, keyLimits, readBudget);
  const load = streams.map((stream) => sendAtRate(stream, seconds));
  const result = await faults();
  await Promise.all(load);
  for (const stream of streams) await readBuckets(stream);
  return { streams, faults: result };
}

/** Returns the counts for the report. @param results of `checkStream` */
export function countsOf(results) {
  const sum = (what) => results.reduce((total, result) => total + result[what], 0);
  return {
    requests: sum('requests'),
    admitted: sum('admitted'),
    rejected: sum('refused'),
    'without a response': sum('unanswered'),
    'over a limit': Math.max(...results.map(({ over }) => over)),
    'rejected with more than 2 % left': sum('unjust'),
  };
}

async function makeStreams(target, keyLimits, readBudget) {
  const [ofKeys, ofPlatform] = await writeAccounts(target.query, 2);
  const wanted = keyLimits.map((rateLimit) => ({ accountId: ofKeys, scopes: ['billing'], rateLimit }));
  const keys = await writeKeys(target.query, [
    ...wanted,
    { accountId: ofPlatform, scopes: ['billing'], rateLimit: 6000 },
  ]);
  const wide = keys.pop();
  const [first, second] = [target.callers.slice(0, 3), target.callers.slice(3)];
  return [
    ...keys.map(({ id, secret }, at) => ({
      callers: first,
      limit: keyLimits[at],
      secret,
      subject: `key:${id}`,
      scope: 'key',
    })),
    { callers: second, limit: PLATFORM_LIMIT, secret: wide.secret, subject: 'platform', scope: 'platform' },
  ].map((stream) => ({
    ...stream,
    readBudget,
    perSecond: Math.max(LEAST_PER_SECOND, (stream.limit * OVERLOAD) / WINDOW_SECONDS),
    requests: 0,
    admitted: [],
    refused: [],
    unknown: [],
    unavailable: [],
    others: new Map(),
    buckets: new Map(),
  }));
}

/** Sends at a constant rate, independently of the responses. */
async function sendAtRate(stream, seconds) {
  const begin = performance.now();
  const end = begin + seconds * 1000;
  const open = new Set();
  const most = stream.callers.length * 200;
  let nextRead = begin + READ_EVERY_MS;
  for (let sent = 0; performance.now() < end;) {
    const due = Math.floor(((performance.now() - begin) / 1000) * stream.perSecond);
    for (; sent < due && open.size < most; sent += 1) {
      const sending = send(stream, sent).finally(() => open.delete(sending));
      open.add(sending);
    }
    sent = Math.max(sent, due - most);
    if (performance.now() > nextRead) {
      nextRead = performance.now() + READ_EVERY_MS;
      void readBuckets(stream).catch(() => {}); // The trial restarts the store during the load.
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await Promise.all(open);
}

async function send(stream, index) {
  const caller = stream.callers[index % stream.callers.length];
  const { status, headers, sent, answered } = await caller.request('GET', '/api/credits/balance', {
    token: stream.secret,
  });
  stream.requests += 1;
  if (status === 200) stream.admitted.push({ sent, answered, base: caller.base });
  else if (status === 429 && headers['x-ratelimit-scope'] === stream.scope)
    stream.refused.push({ sent, answered });
  else if (status === 503 || status === 0) {
    stream.unknown.push({ sent, answered });
    if (status === 503) stream.unavailable.push({ sent, answered });
  } else stream.others.set(status, (stream.others.get(status) ?? 0) + 1);
}

/** Reads the stored counts of admitted requests per second of the store's clock. */
async function readBuckets({ readBudget, subject, buckets }) {
  const budget = await readBudget(subject);
  if (!budget) return;
  const { head } = budget;
  budget.buckets.forEach((count, at) => {
    const second = head - ((head - at + COUNTED_SECONDS) % COUNTED_SECONDS);
    if (count > 0) buckets.set(second, Math.max(count, buckets.get(second) ?? 0));
  });
}

/** Checks a stream and passes each violated guarantee to `found`. @returns the figures of the stream */
export function checkStream(stream, found) {
  const { limit, scope, admitted, refused, unknown, buckets, requests, others } = stream;
  const over = certainlyOver(admitted, limit);
  const recorded = overInSeconds(buckets, limit);
  const offBy = misfit(buckets, admitted, unknown);
  const { count: unjust, worstShare } = unjustRefusals(refused, buckets, limit, LONGEST_WINDOW_MS);
  const place = `${limit}/${WINDOW_UNIT} of a ${scope}`;
  if (over > 0) found(`I13: ${over} more than ${place} were sent and answered within ${WINDOW_SECONDS} s`);
  if (recorded > 0)
    found(`I13: ${recorded} more than ${place} were recorded in ${COUNTED_SECONDS} whole seconds`);
  if (offBy > 0) found(`${place}: the record of the store is off by ${offBy} from the callers' timestamps`);
  if (unjust > 0)
    found(
      `${place}: ${unjust} requests were rejected although only ${(worstShare * 100).toFixed(1)} % of it was used in the ${(LONGEST_WINDOW_MS / 1000).toFixed(1)} s before`,
    );
  if (others.size > 0)
    found(`${place}: responses other than admitted, rejected or 503: ${JSON.stringify([...others])}`);
  if (refused.length === 0) found(`${place}: no request was rejected: the trial proves nothing`);
  return {
    limit,
    scope,
    requests,
    admitted: admitted.length,
    refused: refused.length,
    unanswered: unknown.length,
    over: Math.max(over, recorded, 0),
    unjust,
  };
}
