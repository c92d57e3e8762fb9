// H3: a held snapshot (of a backup or a forgotten session) keeps every version of a row. The admission statement must read as few pages
// beside it as without it, independently of the number of counted requests. When the snapshot ends, the space must be reused. Pages are
// compared because they do not depend on the machine.
import { API_KEYS } from '../../dist/admission/callers.js';
import { hashSecret } from '../../dist/keys/key-secret.js';
import { LoadClient } from '../harness/callers/client.mjs';

/** Few callers, so that most requests run a separate statement. */
const CALLERS = 4;
/** Additional pages for both budgets of a request: the versions of one generation, read twice (lock, update). */
const MORE_PAGES = 40;
/** Bytes of a version of a budget. */
const VERSION_BYTES = 450;
/** Reads the clock of the fair queue as creates do; ADVANCE_CLOCK advances it as 5,000 claims do. */
const READ_CLOCK = 'select tag from queue_clock order by tag desc limit 1';
const ADVANCE_CLOCK = `do $$ begin
  for claim in 1..5000 loop
    update queue_clock set tag = tag + 1 where tag >= (${READ_CLOCK});
  end loop;
end $$`;
const MOST_CLOCK_PAGES = 8;
/** Minimum share of the undisturbed requests per second; the runs of the gate are too short for it. */
const RATIO = 0.6;

export default {
  name: 'H3',
  title: 'admission beside a snapshot that is held under load',
  seconds: 10,
  async run(context) {
    const statements = context.count({ gate: 1_000, short: 20_000, long: 200_000 });
    const cluster = await context.startCluster({ processes: { api: 1 }, plugin: false });
    const { database } = cluster;
    const keys = await context.makeKeys(database, { keysEach: CALLERS, rateLimit: 6000 });
    const client = new LoadClient(cluster.apis, keys, context.random.fork('client'), {
      connections: CALLERS,
    });
    // Gives the planner statistics, as autovacuum does.
    const analyze = () => database.query('analyze budgets');
    // In a table of a few rows the planner may choose any scan.
    await database.query(`insert into budgets (subject) select 'ip:' || n from generate_series(1, 200) n`);
    await analyze();
    const load = (count) => admitted({ context, client, database, keys }, count);
    try {
      const calmRate = await load(Math.min(statements, 2_000));
      const calm = await pagesOf(database, keys[0]);
      const [small, before] = [await bytes(database), await updates(database)];
      let rate, pages, large, clockPages;
      await database.snapshot(async (query) => {
        await query('select 1 from accounts limit 1');
        rate = await load(statements);
        await analyze();
        pages = await pagesOf(database, keys[0]);
        large = await bytes(database);
        await database.query(ADVANCE_CLOCK);
        await database.query('analyze queue_clock');
        clockPages = await pagesRead(database, READ_CLOCK);
      });
      const written = (await updates(database)) - before;
      if (pages > calm + MORE_PAGES)
        context.fail('a held snapshot makes admission read old versions', { calm, pages, statements });
      if (clockPages > MOST_CLOCK_PAGES)
        context.fail('a held snapshot makes creates read old versions of the queue’s clock', { clockPages });
      if (large > small + written * VERSION_BYTES)
        context.fail('the budgets grow by more than their versions', { small, large, written });
      await database.query('vacuum budgets');
      await load(statements / 2);
      const after = await bytes(database);
      if (after > large * 1.1) context.fail('the space of old versions is not reused', { large, after });
      if (context.tier !== 'gate' && rate < calmRate * RATIO)
        context.late('a held snapshot slows admission', { calmRate, rate });
      return {
        n: {
          'updates of budgets beside the snapshot': written,
          'pages of a statement before': calm,
          'pages beside the snapshot': pages,
          'pages of the queue’s clock': clockPages,
          'MB of budgets': Math.round(large / 1e5) / 10,
          'requests/s before': Math.round(calmRate),
          'requests/s beside': Math.round(rate),
        },
      };
    } finally {
      await client.close();
    }
  },
};

/** Sends requests until the budget of the platform has been updated `count` times more. @returns requests per second */
async function admitted({ context, client, database, keys }, count) {
  const first = await platformUpdates(database);
  const startedAt = performance.now();
  let over = false;
  let sent = 0;
  const callers = Promise.all(
    keys.map(async (key) => {
      while (!over) {
        const answer = await client.request('GET', '/api/credits/balance', { key });
        // Above its limit a key is rejected, which counts as a use too.
        if (answer?.status !== 200 && answer?.status !== 429)
          context.fail('a balance was rejected', { status: answer?.status, text: answer?.text });
        sent += 1;
      }
    }),
  );
  try {
    for (let done = 0; done < count; done = (await platformUpdates(database)) - first) {
      context.progress(done, count);
      await Promise.race([callers, new Promise((resolve) => setTimeout(resolve, 50))]);
    }
  } finally {
    over = true;
  }
  const rate = sent / ((performance.now() - startedAt) / 1000);
  await callers;
  return rate;
}

const UPDATES = `select coalesce(sum(epoch * 64 + updates), 0)::int as n from budgets`;
const updates = async (database) => (await database.query(UPDATES))[0].n;
const platformUpdates = async (database) =>
  (await database.query(`${UPDATES} where subject = 'platform'`))[0].n;

const bytes = async (database) =>
  Number((await database.query(`select pg_relation_size('budgets') as bytes`))[0].bytes);

/** Returns the pages that the admission of one request reads. */
async function pagesOf(database, { secret }) {
  const call = { hash: hashSecret(secret), scopes: ['billing'], source: '', address: '127.0.0.1' };
  const limits = { platform: 10_000_000, per: 'platform' };
  const { text, values } = API_KEYS.admit.bind({ calls: [call], limits });
  return pagesRead(database, text, values);
}

async function pagesRead(database, text, values = []) {
  const [{ 'QUERY PLAN': plan }] = await database.query(
    `explain (analyze, buffers, format json) ${text}`,
    values,
  );
  const { 'Shared Hit Blocks': hit, 'Shared Read Blocks': read } = plan[0].Plan;
  return hit + read;
}
