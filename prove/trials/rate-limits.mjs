// L1: budgets of 10, 120 and 6000 a minute for a key, and of 300 for the whole platform, each asked for ten times as much
// by callers of three processes at once, while the database is killed and started again in the middle. Never more than
// the budget in any sliding 60 s, and never refused with more than 2 % of it left.
import { writeAccounts, writeKeys } from '../harness/callers/accounts.mjs';
import { instant } from '../harness/callers/http-caller.mjs';
import { Target } from '../harness/callers/target.mjs';
import { certainlyOver, misfit, overInSeconds, unjustRefusals } from '../harness/checks/sliding-window.mjs';

const OVERLOAD = 10;
const KEY_LIMITS = [10, 120, 6000];
const PLATFORM_LIMIT = 300;
/** Small budgets are asked for often enough that the moment at which they open is seen. */
const LEAST_PER_SECOND = 10;
const CRASH_EVERY_SECONDS = 150;
const FIRST_CRASH_SECONDS = 22;
/** 2 % under: a budget of N in this time is 98 % of N in 60 s. */
const LONGEST_WINDOW_MS = 60_000 / 0.98;
const READ_EVERY_MS = 2_000;

/** Two sets of processes on one database: the platform's budget is what the second ones count, and only they. */
const PROCESSES = Array.from({ length: 6 }, (_, at) => ({
  name: `api${at + 1}`,
  roles: 'api',
  env: at < 3 ? { PLATFORM_RATE_LIMIT_PER: 'account' } : { PLATFORM_RATE_LIMIT: String(PLATFORM_LIMIT) },
}));

export default {
  name: 'L1',
  title: 'limits hold at ten times their load, and across a crash of PostgreSQL (I13)',
  seconds: 85,
  async run(context) {
    const seconds = context.count({ gate: 76, short: 76, long: 600 });
    const target = await Target.open(context, { processes: PROCESSES, connections: 64, watch: false });
    const streams = await makeStreams(target);
    const load = streams.map((stream) => sendAtRate(stream, seconds));
    const crashes = await crashMeanwhile(target, seconds, context.progress);
    await Promise.all(load);
    for (const stream of streams) await readBuckets(stream);
    const verdicts = streams.map((stream) => judge(stream, target.found));
    await target.close();
    const sum = (what) => verdicts.reduce((total, verdict) => total + verdict[what], 0);
    const most = Math.max(...verdicts.map(({ over }) => over));
    const n = {
      seconds,
      requests: sum('requests'),
      admitted: sum('admitted'),
      refused: sum('refused'),
      'without a verdict': sum('withoutVerdict'),
      'crashes of PostgreSQL': crashes,
      'over a limit': most,
      'refused with more than 2 % left': sum('unjust'),
    };
    return { n, limits: verdicts };
  },
};

async function makeStreams(target) {
  const [ofKeys, ofPlatform] = await writeAccounts(target.query, 2);
  const wanted = KEY_LIMITS.map((rateLimit) => ({ accountId: ofKeys, scopes: ['billing'], rateLimit }));
  const keys = await writeKeys(target.query, [
    ...wanted,
    { accountId: ofPlatform, scopes: ['billing'], rateLimit: 6000 },
  ]);
  const wide = keys.pop();
  const [first, second] = [target.callers.slice(0, 3), target.callers.slice(3)];
  return [
    ...keys.map(({ id, secret }, at) => ({
      callers: first,
      limit: KEY_LIMITS[at],
      secret,
      subject: `key:${id}`,
      scope: 'key',
    })),
    { callers: second, limit: PLATFORM_LIMIT, secret: wide.secret, subject: 'platform', scope: 'platform' },
  ].map((stream) => ({
    ...stream,
    target,
    perSecond: Math.max(LEAST_PER_SECOND, (stream.limit * OVERLOAD) / 60),
    requests: 0,
    admitted: [],
    refused: [],
    unknown: [],
    others: new Map(),
    buckets: new Map(),
  }));
}

/** Sends by the clock, whether or not answers come back: overload does not wait. */
async function sendAtRate(stream, seconds) {
  const begin = performance.now();
  const end = begin + seconds * 1000;
  const open = new Set();
  const most = stream.callers.length * 200;
  let nextRead = begin + READ_EVERY_MS;
  for (let sent = 0; performance.now() < end;) {
    const due = Math.floor(((performance.now() - begin) / 1000) * stream.perSecond);
    for (; sent < due && open.size < most; sent += 1) {
      const asked = ask(stream, sent).finally(() => open.delete(asked));
      open.add(asked);
    }
    sent = Math.max(sent, due - most);
    if (performance.now() > nextRead) {
      nextRead = performance.now() + READ_EVERY_MS;
      void readBuckets(stream).catch(() => {}); // The database is away for a moment, on purpose.
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await Promise.all(open);
}

async function ask(stream, index) {
  const caller = stream.callers[index % stream.callers.length];
  const { status, headers, sent, answered } = await caller.ask('GET', '/api/credits/balance', {
    token: stream.secret,
  });
  stream.requests += 1;
  if (status === 200) stream.admitted.push({ sent, answered });
  else if (status === 429 && headers['x-ratelimit-scope'] === stream.scope)
    stream.refused.push({ sent, answered });
  else if (status === 503 || status === 0) stream.unknown.push({ sent, answered });
  else stream.others.set(status, (stream.others.get(status) ?? 0) + 1);
}

/** The budget as it is stored: how many were admitted in each second of the database's clock. */
async function readBuckets({ target, subject, buckets }) {
  const [row] = await target.query('select head, buckets from rate_windows where subject = $1', [subject]);
  if (!row) return;
  const head = Number(row.head);
  row.buckets.forEach((count, at) => {
    const second = head - ((head - at + 61) % 61);
    if (count > 0) buckets.set(second, Math.max(count, buckets.get(second) ?? 0));
  });
}

async function crashMeanwhile(target, seconds, progress) {
  let crashes = 0;
  const begin = instant();
  for (let nextCrash = Math.min(FIRST_CRASH_SECONDS, seconds / 3); ;) {
    const passed = (instant() - begin) / 1000;
    if (passed >= seconds) return crashes;
    if (passed >= nextCrash) {
      await target.cluster.postgres.stopImmediate();
      await target.cluster.postgres.start();
      crashes += 1;
      nextCrash += CRASH_EVERY_SECONDS;
    }
    progress(Math.round(passed), seconds);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

function judge(stream, found) {
  const { limit, scope, admitted, refused, unknown, buckets, requests, others } = stream;
  const over = certainlyOver(admitted, limit);
  const recorded = overInSeconds(buckets, limit);
  const offBy = misfit(buckets, admitted, unknown);
  const { count: unjust, worstShare } = unjustRefusals(refused, buckets, limit, LONGEST_WINDOW_MS);
  const place = `${limit}/min of a ${scope}`;
  if (over > 0) found(`I13: ${over} more than ${place} were sent and answered within 60 s`);
  if (recorded > 0) found(`I13: ${recorded} more than ${place} were recorded in 61 whole seconds`);
  if (offBy > 0) found(`${place}: the record of the database is off by ${offBy} from what callers saw`);
  if (unjust > 0)
    found(
      `${place}: ${unjust} requests were refused though only ${(worstShare * 100).toFixed(1)} % of it was used in the ${(LONGEST_WINDOW_MS / 1000).toFixed(1)} s before`,
    );
  if (others.size > 0)
    found(`${place}: answers that are none of admitted, refused, 503: ${JSON.stringify([...others])}`);
  if (refused.length === 0) found(`${place}: nothing was refused, so nothing was tried`);
  return {
    limit,
    scope,
    requests,
    admitted: admitted.length,
    refused: refused.length,
    withoutVerdict: unknown.length,
    over: Math.max(over, recorded, 0),
    unjust,
  };
}
