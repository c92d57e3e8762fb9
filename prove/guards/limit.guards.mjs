// Limits: never more than N in any sliding 60 s, whatever runs at once and whatever crashes.
import { promise } from './broken-promise.mjs';
import { PLATFORM_LIMIT, sleep } from './world.mjs';

const ADMIT = 'admission/admit.sql.js';
const RECOVERY_MS = 30_000;
const LIMIT = 10;

/** As if so many requests had been admitted that many whole seconds ago, by the database's clock, and none beside. */
const SPEND = `update rate_windows w set head = s.at, buckets = array(
    select case when i - 1 = s.at % 61 then $2::int else 0 end from generate_series(1, 61) i order by i)
  from (select floor(extract(epoch from clock_timestamp()))::bigint - $3::int as at) s where w.subject = $1 returning s.at`;

const spend = async (query, subject, count, secondsAgo = 0) =>
  (await query(SPEND, [subject, count, secondsAgo]))[0].at;

/** What is counted in a budget now. */
async function spentOf(world, subject) {
  const text =
    'select (select sum(n) from unnest(buckets) n)::int as spent from rate_windows where subject = $1';
  return (await world.query(text, [subject]))[0].spent;
}

/** A caller whose budgets have been used once, so that their rows are there. */
async function caller(world) {
  const { accountId, key } = await world.caller(1, { rateLimit: LIMIT });
  const { status, text } = await balance(world, key);
  if (status !== 200) throw new Error(`the first request was answered ${status} ${text}`);
  return { accountId, key, budget: `key:${key.id}`, platform: `account:${accountId}` };
}

const balance = (world, key) => world.ask('GET', '/api/credits/balance', key.secret);

export const LIMIT_GUARDS = [
  {
    name: 'the key’s budget',
    edits: [{ file: ADMIT, find: `when not within_key then 'key'`, put: `when false then 'key'` }],
    async probe(world) {
      const { key, budget } = await caller(world);
      await spend(world.query, budget, LIMIT);
      const { status } = await balance(world, key);
      promise(status === 429, `request ${LIMIT + 1} of a minute was answered ${status}`);
    },
  },
  {
    name: 'the platform’s budget',
    edits: [
      {
        file: ADMIT,
        find: `platform_used + platform_rank > $5::bigint`,
        put: `platform_used + platform_rank > $5::bigint + 1000`,
      },
    ],
    async probe(world) {
      const { key, platform } = await caller(world);
      await spend(world.query, platform, PLATFORM_LIMIT);
      const { status } = await balance(world, key);
      promise(status === 429, `a request beyond the platform’s limit was answered ${status}`);
    },
  },
  {
    name: 'a budget from the future costs a minute at most',
    edits: [{ file: ADMIT, find: 'const AHEAD_SECONDS = 5;', put: 'const AHEAD_SECONDS = 1_000_000;' }],
    async probe(world) {
      const { key, platform } = await caller(world);
      await spend(world.query, platform, PLATFORM_LIMIT, -3_600);
      const { status, headers } = await balance(world, key);
      promise(status === 429, `a request beyond the platform’s limit was answered ${status}`);
      const seconds = Number(headers['retry-after']);
      promise(seconds <= 66, `a clock that was ahead for a moment costs a caller ${seconds} s`);
    },
  },
  {
    name: 'a budget from the future is put right by the first request that it refuses',
    edits: [{ file: ADMIT, find: ' or s.gap < 0)', put: ')' }],
    async probe(world) {
      const { key, platform } = await caller(world);
      await spend(world.query, platform, PLATFORM_LIMIT, -3_600);
      await balance(world, key);
      const [{ ahead }] = await world.query(
        'select (head - extract(epoch from clock_timestamp()))::int as ahead from rate_windows where subject = $1',
        [platform],
      );
      promise(
        ahead <= 0,
        `a budget stays ${ahead} s in the future: each request would begin its minute anew`,
      );
    },
  },
  {
    name: 'the budget’s row is locked before it is counted',
    edits: [
      { file: ADMIT, find: 'where w.subject = s.subject for update', put: 'where w.subject = s.subject' },
    ],
    async probe(world) {
      const { key, budget } = await caller(world);
      const { status } = await world.against(
        (query) => spend(query, budget, LIMIT),
        () => balance(world, key),
      );
      promise(status === 429, `a request beside ${LIMIT} of another process was answered ${status}`);
    },
  },
  {
    name: 'sixty-one buckets, not sixty',
    edits: [
      { file: ADMIT, find: 'where at > t.second - 61 and at <', put: 'where at > t.second - 60 and at <' },
    ],
    async probe(world) {
      const { key, budget } = await caller(world);
      // Asked and judged in the same second, or it shows nothing.
      for (;;) {
        const spentAt = await spend(world.query, budget, LIMIT, 60);
        const { status } = await balance(world, key);
        const [{ now }] = await world.query(
          'select floor(extract(epoch from clock_timestamp()))::bigint as now',
          [],
        );
        if (BigInt(now) !== BigInt(spentAt) + 60n) continue;
        promise(status === 429, `${LIMIT} requests of 59.1 s ago were forgotten: answered ${status}`);
        return;
      }
    },
  },
  {
    name: 'what the platform refuses costs the key nothing',
    edits: [
      {
        file: ADMIT,
        find: `filter (where v.verdict = 'admitted')`,
        put: `filter (where v.verdict = 'admitted' or v.verdict = 'platform' and s.subject = v.key_subject)`,
      },
    ],
    async probe(world) {
      const { key, budget, platform } = await caller(world);
      await spend(world.query, platform, PLATFORM_LIMIT);
      const before = await spentOf(world, budget);
      await balance(world, key);
      const spent = (await spentOf(world, budget)) - before;
      promise(spent === 0, `a request refused by the platform’s limit took ${spent} of the key’s`);
    },
  },
  {
    name: 'what the key refuses costs the platform nothing',
    edits: [
      {
        file: ADMIT,
        find: `filter (where v.verdict = 'admitted')`,
        put: `filter (where v.verdict = 'admitted' or v.verdict = 'key' and s.subject = v.platform_subject)`,
      },
    ],
    async probe(world) {
      const { key, budget, platform } = await caller(world);
      await spend(world.query, budget, LIMIT);
      const before = await spentOf(world, platform);
      await balance(world, key);
      const spent = (await spentOf(world, platform)) - before;
      promise(spent === 0, `a request refused by the key’s limit took ${spent} of the platform’s`);
    },
  },
  {
    name: 'the limiter’s table is logged',
    crash: true,
    edits: [
      {
        file: 'database/migrations/1763000000000-initial-schema.js',
        find: 'create table rate_windows',
        put: 'create unlogged table rate_windows',
      },
    ],
    async probe(world) {
      const { key, budget } = await caller(world);
      await spend(world.query, budget, LIMIT);
      await crashServer(world);
      let answer = await balance(world, key);
      for (const end = Date.now() + 30_000; answer.status !== 429 && answer.status !== 200; await sleep(50)) {
        if (Date.now() > end)
          throw new Error(`no answer after the crash but ${answer.status} ${answer.text}`);
        answer = await balance(world, key);
      }
      promise(answer.status === 429, 'a crash of the database gave everybody a fresh budget');
    },
  },
];

/**
 * One of its processes dies: PostgreSQL throws all of them away and recovers, as after a power cut. Resolves when it
 * answers again. That it has begun is known by the end of the witness: the killed one's connection ends before PostgreSQL
 * has noticed anything.
 */
async function crashServer(world) {
  const [victim, witness] = await Promise.all([world.pool.connect(), world.pool.connect()]);
  const gone = [victim, witness].map((client) => {
    client.on('error', () => {});
    return new Promise((resolve) => client.once('end', resolve));
  });
  const { rows } = await victim.query('select pg_backend_pid() as pid');
  process.kill(rows[0].pid, 'SIGKILL');
  await Promise.all(gone);
  for (const client of [victim, witness]) client.release(true);
  await answersAgain(world);
}

async function answersAgain(world) {
  for (const end = Date.now() + RECOVERY_MS; ; await sleep(50)) {
    try {
      return await world.query('select 1');
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}
