// H4: a held snapshot keeps the index entries of all predictions that were claimed and settled since, and the row versions of their
// account. Claims, creates, settlements and the statements of the rounds must read about as many pages as without the snapshot,
// independently of the number of served predictions. Pages are compared because they do not depend on the machine. In the larger tiers
// the whole service then runs at full load beside a snapshot and must keep its rates of polls, creates and claims.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { BENCH_ENGINE } from '../../bench/engine/settings.mjs';
import { CREATE } from '../../dist/generation/creation/prediction.creation.sql.js';
import { ABSENT_WORKERS } from '../../dist/generation/queue/abandoned-leases.sql.js';
import { PredictionQueue } from '../../dist/generation/queue/prediction.queue.js';
import { CLAIM, NEXT_DUE } from '../../dist/generation/queue/prediction.queue.sql.js';
import { WORKER_LOCK_CLASS } from '../../dist/generation/queue/worker-presence.js';
import { SETTLE } from '../../dist/generation/settlement/prediction.settlement.sql.js';
import { LoadClient } from '../harness/callers/client.mjs';

const PROVIDER = 'bench';
const WORKER = 4711;
/** Predictions per claim. */
const BATCH = 50;
/** More than twice the lag of a mark. */
const SETTLED_MS = 2_500;
/** Additional pages that a statement may read beside the snapshot; for each prediction of the last batch, behind its mark, one page of the table. */
const MORE_PAGES = {
  claim: 400,
  'next due': BATCH + 20,
  'absent workers': 20,
  'wallets by a creation': 100,
  'wallets by a settlement': 100,
};
/** Share of predictions that are also charged and refunded. */
const PAID_SHARE = 1 / 4;
const CREATORS = 16;
const POLLERS = 8;
/** Minimum share of the undisturbed rates, each the mean of the rates before and after. */
const RATIO = 0.8;

export default {
  name: 'H4',
  title: 'claims, creates and polls beside a snapshot that is held under load',
  seconds: 25,
  async run(context) {
    const served = context.count({ gate: 5_000, short: 20_000, long: 50_000 });
    const pages = await pagesBesideSnapshot(context, served);
    const rates = context.tier === 'gate' ? {} : await ratesBesideSnapshot(context);
    return { n: { 'predictions served beside the snapshot': served, ...pages, ...rates } };
  },
};

async function pagesBesideSnapshot(context, served) {
  const cluster = await context.startCluster({ processes: { api: 1 }, plugin: false });
  const { database } = cluster;
  const [{ accountId }] = await context.makeKeys(database);
  const session = new pg.Client({ connectionString: cluster.postgres.url });
  await session.connect();
  const line = new EngineQueue(database, session, accountId);
  try {
    await session.query('select pg_advisory_lock($1::int, $2::int)', [WORKER_LOCK_CLASS, WORKER]);
    await line.serve(1_000);
    await line.pay(100);
    const calm = await line.pages();
    let beside;
    await database.snapshot(async (query) => {
      await query('select 1 from accounts limit 1');
      await line.serve(served, context);
      await line.pay(Math.round(served * PAID_SHARE));
      await sleep(SETTLED_MS);
      await line.serve(BATCH);
      beside = await line.pages();
    });
    for (const [what, more] of Object.entries(MORE_PAGES)) {
      if (beside[what] > calm[what] + more)
        context.fail(`a held snapshot makes ${what} read old entries`, { calm, beside, served });
    }
    const figures = Object.keys(beside).map((what) => [
      `pages of ${what} (calm, beside)`,
      `${calm[what]}, ${beside[what]}`,
    ]);
    return Object.fromEntries(figures);
  } finally {
    await session.end();
  }
}

/** The queue of one engine, processed by the service's own statements. */
class EngineQueue {
  tag = 1;
  sent = {};

  constructor(database, session, accountId) {
    Object.assign(this, { database, session, accountId });
    const run = (statement, given) => {
      const { text, values } = statement.bind(given);
      this.sent[statement.name] = given;
      return database.query(text, values);
    };
    this.queue = new PredictionQueue({ run }, { suspectsFrom: 2 });
  }

  async serve(count, context) {
    for (let served = 0; served < count; served += BATCH) {
      await this.wait(BATCH);
      const claimed = await this.claim(BATCH);
      if (claimed.length !== BATCH) throw new Error(`${claimed.length} of ${BATCH} were claimed`);
      await this.database.query(END, [claimed.map(({ id }) => id)]);
      context?.progress(served + BATCH, count);
    }
  }

  async wait(count) {
    await this.database.query(WAIT, [this.accountId, PROVIDER, this.tag, count]);
    this.tag += count;
  }

  claim(count) {
    return this.queue.claim([{ provider: PROVIDER, submits: count, polls: count }], count, WORKER, 600);
  }

  /**
   * Creates and settles predictions one by one, as the service does: two versions of the wallet for each. Other rows fill the wallet's
   * page, as at full load, so that most versions are in another page with their own index entries.
   */
  async pay(count) {
    await this.database.query('alter table wallets set (fillfactor = 100)');
    for (let paid = 0; paid < count; paid += 1) {
      const id = randomUUID();
      await this.database.query(FILL_PAGE);
      await this.database.query(CREATE.text, [this.creationOf(id)]);
      await this.database.query(SETTLE.text, [settlementOf(id)]);
    }
  }

  creationOf(id) {
    return JSON.stringify([
      {
        ord: 0,
        id,
        account_id: this.accountId,
        env: 'live',
        model_key: 'bench-nothing',
        model: 'bench/nothing',
        modality: 'image',
        operation: 'text-to-image',
        provider: 'another',
        input: {},
        metadata: {},
        cost: 0,
        workload: 1,
        weight: 1,
        deadline_seconds: 3600,
      },
    ]);
  }

  /** Returns the pages of wallets, accounts and their indexes that the statement reads, with the checks of its foreign keys. */
  async pagesOfWallets(text, values) {
    const { session } = this;
    const read = async () => {
      await session.query('select pg_stat_force_next_flush()');
      const { rows } = await session.query(PAGES_OF_WALLETS);
      return Number(rows[0].pages);
    };
    await session.query(FILL_PAGE);
    const before = await read();
    await session.query(text, values);
    return (await read()) - before;
  }

  /** Returns the pages that each statement reads; the claim reads them for one prediction. */
  async pages() {
    await this.database.query('analyze predictions, accounts, wallets');
    // The first of two claims may start at the beginning of the queue. The third is only explained, with the values of the second.
    await this.wait(3);
    for (const _ of [1, 2]) await this.claim(1);
    await this.queue.nextDueMs([{ provider: PROVIDER, submits: 1, polls: 1 }]);
    const claim = await pagesRead(this.database, CLAIM, this.sent[CLAIM.name]);
    await this.wait(1);
    const beginning = { submitsFromMs: [null], pollsFromMs: [null], waitingTags: [null], waitingIds: [null] };
    const whole = { ...this.sent[CLAIM.name], ...beginning };
    const id = randomUUID();
    return {
      claim,
      'wallets by a creation': await this.pagesOfWallets(CREATE.text, [this.creationOf(id)]),
      'wallets by a settlement': await this.pagesOfWallets(SETTLE.text, [settlementOf(id)]),
      'a claim from the beginning': await pagesRead(this.database, CLAIM, whole),
      'next due': await pagesRead(this.database, NEXT_DUE, this.sent[NEXT_DUE.name]),
      'absent workers': await pagesRead(this.database, ABSENT_WORKERS, { lockClass: WORKER_LOCK_CLASS }),
    };
  }
}

/** Inserts predictions that wait for the provider $2, as creates do, without their charge. */
const WAIT = `
insert into predictions (id, account_id, env, model_key, model, modality, operation, provider, input, cost, fair_tag, deadline_at)
select uuidv7(), $1, 'live', 'bench-nothing', 'bench/nothing', 'image', 'text-to-image', $2, '{"prompt": "in line"}', 0, $3::int + n,
  clock_timestamp() + interval '1 hour' from generate_series(0, $4::int - 1) n
`;
const END = `
update predictions set status = 'completed', outputs = '[]', completed_at = clock_timestamp(), lease_until = null, leased_by = null
where id = any ($1::uuid[])
`;

const FILL_PAGE = `insert into accounts (id, plan) select uuidv7(), 'free' from generate_series(1, 80)`;
const PAGES_OF_WALLETS = `
select sum(heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit) as pages from pg_statio_user_tables
where relname in ('wallets', 'accounts')
`;

const settlementOf = (id) =>
  JSON.stringify([
    { id, status: 'failed', error_code: 'cancelled', error_message: 'cancelled', error_retryable: false },
  ]);

async function pagesRead(database, statement, given) {
  const { text, values } = statement.bind(given);
  const explained = `explain (analyze, buffers, format json) ${text}`;
  const [{ 'QUERY PLAN': plan }] = await database.query(explained, values);
  const { 'Shared Hit Blocks': hit, 'Shared Read Blocks': read } = plan[0].Plan;
  return hit + read;
}

/** Creates and polls at full load before, beside and after a snapshot. */
async function ratesBesideSnapshot(context) {
  const seconds = context.count({ gate: 1, short: 60, long: 600 });
  const calmSeconds = Math.min(60, seconds / 2);
  const cluster = await context.startCluster({
    processes: { api: 1, worker: 1 },
    plugin: false,
    env: BENCH_ENGINE,
  });
  const { database } = cluster;
  const keys = await context.makeKeys(database, { accounts: 100, credits: 1e12 });
  const client = new LoadClient(cluster.apis, keys, context.random.fork('client'), {
    connections: CREATORS + POLLERS,
  });
  const load = new Load(context, client, keys, database);
  try {
    await load.rates(calmSeconds / 2); // Warms up.
    const before = await load.rates(calmSeconds);
    let beside;
    await database.snapshot(async (query) => {
      await query('select 1 from accounts limit 1');
      await load.rates(seconds - calmSeconds);
      beside = await load.rates(calmSeconds);
    });
    await load.rates(calmSeconds / 2); // Vacuum catches up.
    const after = await load.rates(calmSeconds);
    const figures = Object.keys(beside).map((what) => {
      const calm = (before[what] + after[what]) / 2;
      if (beside[what] < calm * RATIO)
        context.late(`a held snapshot slows ${what}`, { before, beside, after });
      return [
        `${what} per s (before, beside, after)`,
        [before, beside, after].map((one) => one[what]).join(', '),
      ];
    });
    return { 'seconds of the snapshot': seconds, ...Object.fromEntries(figures) };
  } finally {
    await load.end();
    await client.close();
  }
}

class Load {
  isOver = false;
  created = 0;
  polled = 0;
  recent = [];

  constructor(context, client, keys, database) {
    Object.assign(this, { context, client, keys, database });
    const creators = Array.from({ length: CREATORS }, (_, at) => this.create(at));
    const pollers = Array.from({ length: POLLERS }, (_, at) => this.poll(at));
    this.callers = Promise.all([...creators, ...pollers]);
    this.callers.catch(() => {}); // It is awaited in `end`.
  }

  async create(at) {
    for (let n = at; !this.isOver; n += 1) {
      const key = this.keys[n % this.keys.length];
      const answer = await this.client.request('POST', '/api/generate', {
        key,
        body: { modelKey: 'bench-nothing' },
      });
      if (answer?.status === 201) {
        this.recent[this.created % 100] = { key, id: answer.body.predictionId };
        this.created += 1;
      } else if (answer?.status === 429) await sleep(20);
      else this.context.fail('a create was rejected', { status: answer?.status, text: answer?.text });
    }
  }

  async poll(at) {
    for (let n = at; !this.isOver; n += 1) {
      const one = this.recent[n % 100];
      const answer =
        one && (await this.client.request('GET', `/api/generate/status/${one.id}`, { key: one.key }));
      if (answer?.status === 200) this.polled += 1;
      else if (!answer || answer.status === 429) await sleep(20);
      else this.context.fail('a poll was rejected', { status: answer.status, text: answer.text });
    }
  }

  /** @returns creates, polls and begun predictions per second of the next `seconds` */
  async rates(seconds) {
    const counted = async () => {
      const [{ claims }] = await this.database.query(
        `select count(*)::int as claims from predictions where started_at is not null`,
      );
      return { creates: this.created, polls: this.polled, claims };
    };
    const first = await counted();
    await Promise.race([this.callers, sleep(seconds * 1000)]);
    const last = await counted();
    return Object.fromEntries(
      Object.keys(first).map((what) => [what, Math.round((last[what] - first[what]) / seconds)]),
    );
  }

  async end() {
    this.isOver = true;
    await this.callers;
  }
}
