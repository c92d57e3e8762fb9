// Guards of the limits: at most N requests in any window, despite concurrency and crashes.
import { COUNTED_SECONDS, WINDOW_SECONDS } from '../../dist/platform/limits/index.js';
import { expectHolds } from './broken-guarantee.mjs';
import { PLATFORM_LIMIT, sleep } from './world.mjs';

const ADMIT = 'admission/admit.sql.js';
const RECOVERY_MS = 30_000;
const LIMIT = 10;

/** Replaces a budget's counts by `$2` requests admitted `$3` whole seconds ago, by the database's clock. */
const SPEND = `update budgets w set head = s.at, buckets = array(
    select case when i - 1 = s.at % ${COUNTED_SECONDS} then $2::int else 0 end from generate_series(1, ${COUNTED_SECONDS}) i order by i)
  from (select floor(extract(epoch from clock_timestamp()))::bigint - $3::int as at) s where w.subject = $1 returning s.at`;

const spend = async (query, subject, count, secondsAgo = 0) =>
  (await query(SPEND, [subject, count, secondsAgo]))[0].at;

/** Returns the number of requests counted in a budget. */
async function countSpent(world, subject) {
  const text = 'select (select sum(n) from unnest(buckets) n)::int as spent from budgets where subject = $1';
  return (await world.query(text, [subject]))[0].spent;
}

/** Creates a caller and sends one request, so that the rows of its budgets exist. */
async function createCaller(world) {
  const { accountId, key } = await world.createCaller(1, { rateLimit: LIMIT });
  const { status, text } = await balance(world, key);
  if (status !== 200) throw new Error(`the first request was answered ${status} ${text}`);
  return { accountId, key, budget: `key:${key.id}`, platform: `account:${accountId}` };
}

const balance = (world, key) => world.request('GET', '/api/credits/balance', key.secret);

export const LIMIT_GUARDS = [
  {
    name: 'the limit of a key',
    edits: [{ file: ADMIT, find: `when not within_key then 'key'`, put: `when false then 'key'` }],
    async probe(world) {
      const { key, budget } = await createCaller(world);
      await spend(world.query, budget, LIMIT);
      const { status } = await balance(world, key);
      expectHolds(status === 429, `request ${LIMIT + 1} of a window was answered ${status}`);
    },
  },
  {
    name: 'the limit of the platform',
    edits: [
      {
        file: ADMIT,
        find: 'platform_used + platform_rank > $platformLimit::bigint',
        put: 'platform_used + platform_rank > $platformLimit::bigint + 1000',
      },
    ],
    async probe(world) {
      const { key, platform } = await createCaller(world);
      await spend(world.query, platform, PLATFORM_LIMIT);
      const { status } = await balance(world, key);
      expectHolds(status === 429, `a request beyond the platform’s limit was answered ${status}`);
    },
  },
  {
    name: 'a budget with a future timestamp rejects requests for a window at most',
    edits: [{ file: ADMIT, find: 'const AHEAD_SECONDS = 5;', put: 'const AHEAD_SECONDS = 1_000_000;' }],
    async probe(world) {
      const { key, platform } = await createCaller(world);
      await spend(world.query, platform, PLATFORM_LIMIT, -3_600);
      const { status, headers } = await balance(world, key);
      expectHolds(status === 429, `a request beyond the platform’s limit was answered ${status}`);
      const seconds = Number(headers['retry-after']);
      expectHolds(
        seconds <= COUNTED_SECONDS + 5,
        `a clock that was ahead for a moment rejects a caller for ${seconds} s`,
      );
    },
  },
  {
    name: 'the first rejected request corrects a budget with a future timestamp',
    edits: [{ file: ADMIT, find: ' or s.gap < 0)', put: ')' }],
    async probe(world) {
      const { key, platform } = await createCaller(world);
      await spend(world.query, platform, PLATFORM_LIMIT, -3_600);
      await balance(world, key);
      const [{ ahead }] = await world.query(
        'select (head - extract(epoch from clock_timestamp()))::int as ahead from budgets where subject = $1',
        [platform],
      );
      expectHolds(
        ahead <= 0,
        `a budget stays ${ahead} s in the future: each request would restart its window`,
      );
    },
  },
  {
    name: 'the budget’s row is locked before it is counted',
    edits: [
      {
        file: ADMIT,
        find: 'where w.subject = s.subject and w.epoch >= n.seen for update',
        put: 'where w.subject = s.subject and w.epoch >= n.seen',
      },
    ],
    async probe(world) {
      const { key, budget } = await createCaller(world);
      const { status } = await world.besideTransaction(
        (query) => spend(query, budget, LIMIT),
        () => balance(world, key),
      );
      expectHolds(status === 429, `a request beside ${LIMIT} of another process was answered ${status}`);
    },
  },
  {
    name: 'a request counts in an epoch of the budget that another process began during its lock wait',
    edits: [
      {
        file: ADMIT,
        find: 'where w.subject = s.subject and w.epoch >= s.seen',
        put: 'where w.subject = s.subject and w.epoch = s.seen',
      },
    ],
    async probe(world) {
      const { key, budget } = await createCaller(world);
      const { status } = await world.besideTransaction(
        async (query) => {
          await spend(query, budget, LIMIT - 2);
          await query('update budgets set epoch = epoch + 1 where subject = $1', [budget]);
        },
        () => balance(world, key),
      );
      expectHolds(status === 200, `the last request but one was answered ${status}`);
      const spent = await countSpent(world, budget);
      expectHolds(spent === LIMIT - 1, `an admitted request was not counted: ${spent} of ${LIMIT - 1}`);
    },
  },
  {
    name: 'one bucket more than a window has seconds',
    edits: [
      {
        file: ADMIT,
        find: 'where at > t.second - ${COUNTED_SECONDS} and at <',
        put: 'where at > t.second - ${COUNTED_SECONDS - 1} and at <',
      },
    ],
    async probe(world) {
      const { key, budget } = await createCaller(world);
      // Repeated unless all three statements ran in the same second.
      for (;;) {
        const spentAt = await spend(world.query, budget, LIMIT, WINDOW_SECONDS);
        const { status } = await balance(world, key);
        const [{ now }] = await world.query(
          'select floor(extract(epoch from clock_timestamp()))::bigint as now',
          [],
        );
        if (BigInt(now) !== BigInt(spentAt) + BigInt(WINDOW_SECONDS)) continue;
        expectHolds(
          status === 429,
          `${LIMIT} requests of less than ${WINDOW_SECONDS} s ago were forgotten: answered ${status}`,
        );
        return;
      }
    },
  },
  {
    name: 'a rejection by the platform’s limit does not use the key’s',
    edits: [
      {
        file: ADMIT,
        find: `filter (where v.verdict = 'admitted')`,
        put: `filter (where v.verdict = 'admitted' or v.verdict = 'platform' and s.subject = v.key_subject)`,
      },
    ],
    async probe(world) {
      const { key, budget, platform } = await createCaller(world);
      await spend(world.query, platform, PLATFORM_LIMIT);
      const before = await countSpent(world, budget);
      await balance(world, key);
      const spent = (await countSpent(world, budget)) - before;
      expectHolds(spent === 0, `a request rejected by the platform’s limit used ${spent} of the key’s`);
    },
  },
  {
    name: 'a rejection by the key’s limit does not use the platform’s',
    edits: [
      {
        file: ADMIT,
        find: `filter (where v.verdict = 'admitted')`,
        put: `filter (where v.verdict = 'admitted' or v.verdict = 'key' and s.subject = v.platform_subject)`,
      },
    ],
    async probe(world) {
      const { key, budget, platform } = await createCaller(world);
      await spend(world.query, budget, LIMIT);
      const before = await countSpent(world, platform);
      await balance(world, key);
      const spent = (await countSpent(world, platform)) - before;
      expectHolds(spent === 0, `a request rejected by the key’s limit used ${spent} of the platform’s`);
    },
  },
  {
    name: 'the limiter’s table is WAL-logged',
    crash: true,
    edits: [
      {
        file: 'platform/database/schema/baseline.sql',
        find: 'create table budgets',
        put: 'create unlogged table budgets',
      },
    ],
    async probe(world) {
      const { key, budget } = await createCaller(world);
      await spend(world.query, budget, LIMIT);
      await crashServer(world);
      let answer = await balance(world, key);
      for (const end = Date.now() + 30_000; answer.status !== 429 && answer.status !== 200; await sleep(50)) {
        if (Date.now() > end) throw new Error(`after the crash only ${answer.status} ${answer.text}`);
        answer = await balance(world, key);
      }
      expectHolds(answer.status === 429, 'a crash of the database reset the budgets');
    },
  },
];

/**
 * Kills a backend process: PostgreSQL terminates all sessions and recovers, as after a power failure. Resolves when it
 * accepts queries again. The end of a second session shows that recovery has begun: the killed session's connection ends
 * earlier.
 */
async function crashServer(world) {
  const [victim, observer] = await Promise.all([world.pool.connect(), world.pool.connect()]);
  const gone = [victim, observer].map((client) => {
    client.on('error', () => {});
    return new Promise((resolve) => client.once('end', resolve));
  });
  const { rows } = await victim.query('select pg_backend_pid() as pid');
  process.kill(rows[0].pid, 'SIGKILL');
  await Promise.all(gone);
  for (const client of [victim, observer]) client.release(true);
  await waitForRecovery(world);
}

async function waitForRecovery(world) {
  for (const end = Date.now() + RECOVERY_MS; ; await sleep(50)) {
    try {
      return await world.query('select 1');
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}
