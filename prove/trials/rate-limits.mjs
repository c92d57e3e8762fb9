// L1: limits of 10, 120 and 6000 requests a minute for a key, and of 300 for the whole platform, each under ten times its
// load by callers of three processes, while the database is killed and restarted. Never more than the limit is admitted in
// any sliding 60 s, and no request is rejected with more than 2 % of the limit left.
import { writeAccounts, writeKeys } from '../harness/callers/accounts.mjs';
import { instant } from '../harness/callers/http-caller.mjs';
import { Target } from '../harness/callers/target.mjs';
import { certainlyOver, misfit, overInSeconds, unjustRefusals } from '../harness/checks/sliding-window.mjs';

const OVERLOAD = 10;
const KEY_LIMITS = [10, 120, 6000];
const PLATFORM_LIMIT = 300;
/** Minimum rate for small limits, so that requests are sent soon after a limit opens. */
const LEAST_PER_SECOND = 10;
const CRASH_EVERY_SECONDS = 150;
const FIRST_CRASH_SECONDS = 22;
/** A limit of N in this window is 98 % of N in 60 s. */
const LONGEST_WINDOW_MS = 60_000 / 0.98;
const READ_EVERY_MS = 2_000;

/** Two sets of processes on one database: only the second set enforces the platform's limit. */
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
      rejected: sum('refused'),
      'without a response': sum('withoutVerdict'),
      'crashes of PostgreSQL': crashes,
      'over a limit': most,
      'rejected with more than 2 % left': sum('unjust'),
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
      const asked = ask(stream, sent).finally(() => open.delete(asked));
      open.add(asked);
    }
    sent = Math.max(sent, due - most);
    if (performance.now() > nextRead) {
      nextRead = performance.now() + READ_EVERY_MS;
      void readBuckets(stream).catch(() => {}); // The trial restarts the database meanwhile.
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

/** Reads the stored counts of admitted requests per second of the database's clock. */
async function readBuckets({ target, subject, buckets }) {
  const [row] = await target.query('select head, buckets from budgets where subject = $1', [subject]);
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
  if (offBy > 0)
    found(`${place}: the record of the database is off by ${offBy} from the callers' timestamps`);
  if (unjust > 0)
    found(
      `${place}: ${unjust} requests were rejected although only ${(worstShare * 100).toFixed(1)} % of it was used in the ${(LONGEST_WINDOW_MS / 1000).toFixed(1)} s before`,
    );
  if (others.size > 0)
    found(`${place}: responses other than admitted, rejected or 503: ${JSON.stringify([...others])}`);
  if (refused.length === 0) found(`${place}: no request was rejected: the trial shows nothing`);
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
