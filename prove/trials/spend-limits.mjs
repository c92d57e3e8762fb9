// V1: a key and its replacement, an end user, or both, with a spend limit for one prediction send 1,000 concurrent creates to three
// processes: exactly one is charged. The creates are repeated while each accepted prediction is refunded at once, and while the period
// ends: at most the limit is spent in a period, and refunds restore the limit completely. Then an account whose plan has three places
// sends as many creates: three workers never run more predictions, all places are used, and no place is lost.
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { ROTATE } from '../../dist/keys/keys.sql.js';
import { hashOf, newSecret } from '../harness/callers/accounts.mjs';
import { LoadClient } from '../harness/callers/client.mjs';
import { PlaceContention } from '../harness/callers/place-contention.mjs';
import { SPENDING_INVARIANTS } from '../harness/checks/ledger-invariants.mjs';

const AT_ONCE = 1_000;
const WITH_REFUNDS = 300;
/** Sequential creates of a caller, so that other callers can use its refunded credits. */
const CREATES_EACH = 15;
const BESIDE_THE_END = 600;
const END_USER = 'customer-1';
/** Stays processing while a round lasts. */
const BODY = { modelKey: 'chaos-none', runMs: 120_000, externalUserId: END_USER };
/** Subjects with a limit for one prediction. */
const KINDS = [['key'], ['end user'], ['key', 'end user']];

const CATALOGUE = fileURLToPath(new URL('../harness/engines/catalogue', import.meta.url));
const PLACES = 3;
/** JSON is YAML. */
const PLANS = JSON.stringify({
  default: 'free',
  plans: [
    { key: 'free', title: 'Free' },
    { key: 'small', title: 'Small', maxConcurrent: PLACES },
  ],
});

/** Move the processing predictions of account $1 back by a day: remove them from the sums, then change them, then the counter. */
const MOVES = [
  `update spending_sums s set charged = s.charged - p.cost
   from predictions p join ledger_transfers e on e.prediction_id = p.id and e.kind = 'charge'
   where p.account_id = $1 and p.status = 'processing' and e.id <= (select entries_to from summary_position)
     and s.account_id = $1 and s.grouping = 'key' and s.quarter = date_bin('15 minutes', p.created_at, timestamptz '1970-01-01 00:00Z')`,
  // These sums are by hour and day of the creation; workers compute them again.
  `update overview_position set entries_to = 0`,
  `delete from overview_sums`,
  `update predictions set created_at = created_at - interval '24 hours' where account_id = $1 and status = 'processing'`,
  `update spend_counters set period_start = period_start - interval '24 hours', period_end = period_end - interval '24 hours'
   where account_id = $1`,
];

export default {
  name: 'V1',
  title:
    'limits of keys and end users with room for one prediction, places of a plan: concurrent creates over 3 processes, refunds, ends of the period',
  async run(context) {
    const catalogue = await mkdtemp(join(tmpdir(), 'offprint-plans-'));
    try {
      await cp(CATALOGUE, catalogue, { recursive: true });
      await writeFile(join(catalogue, 'plans.yaml'), PLANS);
      return { n: await tryLimits(context, catalogue) };
    } finally {
      await rm(catalogue, { recursive: true, force: true });
    }
  },
};

async function tryLimits(context, catalogue) {
  const rounds = context.count({ gate: 2, short: 12, long: 120 });
  const creates = context.count({ gate: 60, short: 1_000, long: 5_000 });
  const cluster = await context.startCluster({
    processes: { api: 3, worker: 3 },
    env: { CATALOGUE_DIR: catalogue },
  });
  const counts = { rounds: 0, creates: 0, accepted: 0, refunded: 0, 'ends of a period': 0, 503: 0 };
  for (let round = 0; round < rounds; round += 1) {
    await new Round(context, cluster, counts, round).run();
    counts.rounds += 1;
    context.progress(round + 1, rounds);
  }
  const ofPlan = await tryPlaces(context, cluster, creates);
  return {
    ...counts,
    ...Object.fromEntries(Object.entries(ofPlan).map(([what, count]) => [`plan: ${what}`, count])),
  };
}

/** Tries concurrent creates of an account whose plan has few places. */
async function tryPlaces(context, cluster, creates) {
  const [key] = await context.makeKeys(cluster.database);
  await cluster.database.query(`update accounts set plan = 'small' where id = $1`, [key.accountId]);
  const random = context.random.fork('places');
  const client = new LoadClient(cluster.apis, [key], random.fork('client'), { connections: 32 });
  const watch = context.watch({ cluster, client });
  const body = { modelKey: 'chaos-idempotent', runMs: 50 };
  const world = { cluster, client, key, random };
  const counts = await new PlaceContention(context, world, { places: PLACES, creates, body }).run();
  await watch.finish();
  await client.close();
  return counts;
}

class Round {
  constructor(context, cluster, counts, number) {
    Object.assign(this, { context, cluster, counts });
    this.limited = KINDS[number % KINDS.length];
    this.random = context.random.fork(`round ${number}`);
  }

  async run() {
    const { context, cluster } = this;
    [this.key] = await context.makeKeys(cluster.database);
    this.keys = [this.key, await this.rotate()];
    this.client = new LoadClient(cluster.apis, this.keys, this.random, { connections: 128 });
    this.session = new pg.Client({ connectionString: cluster.postgres.url });
    this.session.on('error', () => {});
    await this.session.connect();
    const watch = context.watch({ cluster, client: this.client });
    await this.limit();
    await this.expectOneOf(this.sendBurst(AT_ONCE), 'the first burst');
    await this.refundEachOf(WITH_REFUNDS);
    await this.expectOneOf(this.sendBurst(20), 'after refunds');
    const burst = this.sendBurst(BESIDE_THE_END);
    await this.endPeriod();
    // All creates may have been rejected before the period ended.
    const late = (await burst).concat(await this.sendBurst(20));
    await this.expectOneOf(late, 'beside the end of a period');
    await watch.finish();
    await this.session.end();
    await this.client.close();
  }

  /** Rotates the key with a grace of a day; both keys share one counter. @returns the replacement */
  async rotate() {
    const { id, accountId } = this.key;
    const [next, secret] = [randomUUID(), newSecret()];
    const values = [id, accountId, next, secret.slice(-4), hashOf(secret), 86_400];
    await this.cluster.database.query(ROTATE, values);
    return { ...this.key, id: next, secret };
  }

  /** Sets the limits to the price of one prediction: of an end user by the API, of a key as the service writes it. */
  async limit() {
    const { key, cluster, limited } = this;
    if (limited.includes('end user')) {
      const body = { spendLimit: { credits: 1, period: 'day' } };
      const answer = await this.client.request('PUT', `/api/end-users/${END_USER}`, { key, body });
      if (answer?.status !== 200) this.context.fail('the limit was not set', { answer });
    }
    if (!limited.includes('key')) return;
    await cluster.database.query(
      `with a as (update wallets set spend_limits = spend_limits + 1 where account_id = $1)
       insert into spend_counters (subject, account_id, key_id, credits, period, period_start, period_end, spent)
       select 'key:' || $2::uuid, $1, $2::uuid, 1000, 'day', start, start + interval '24 hours', 0
       from date_trunc('day', clock_timestamp(), 'UTC') start`,
      [key.accountId, key.id],
    );
  }

  /** Sends concurrent creates. @returns {Promise<{status, body, base}[]>} */
  async sendBurst(count) {
    const { apis } = this.cluster;
    this.counts.creates += count;
    return Promise.all(
      Array.from({ length: count }, async (_, at) => {
        const { base } = apis[at % apis.length];
        const key = this.keys[at % 2];
        const answer = await this.client.request('POST', '/api/generate', { key, base, body: BODY });
        return { status: answer?.status ?? 0, body: answer?.body, base };
      }),
    );
  }

  /** Cancels the accepted predictions. Then cancels each accepted create as soon as it is answered, beside all others. */
  async refundEachOf(count) {
    const { apis } = this.cluster;
    await this.cancelProcessing();
    await Promise.all(
      Array.from({ length: count / CREATES_EACH }, async (_, at) => {
        for (let left = CREATES_EACH; left > 0; left -= 1) {
          const { base } = apis[(at + left) % apis.length];
          const key = this.keys[left % 2];
          const answer = await this.client.request('POST', '/api/generate', { key, base, body: BODY });
          this.counts.creates += 1;
          if (answer?.status === 201)
            await this.cancel(answer.body.predictionId, apis[at % apis.length].base);
        }
      }),
    );
    // A create answered with 503 may have been committed.
    await this.cancelProcessing();
    await this.expectSpent(0, 'after the refunds');
  }

  async cancelProcessing() {
    for (const { id } of await this.processing())
      await this.cancel(`pred_${id.replaceAll('-', '')}`, this.cluster.apis[0].base);
  }

  async cancel(predictionId, base) {
    for (let left = 20; left > 0; left -= 1) {
      const path = `/api/generate/${predictionId}/cancel`;
      const answer = await this.client.request('POST', path, { key: this.key, base });
      if (answer?.status === 200) return void (this.counts.refunded += 1);
    }
    this.context.fail('a prediction could not be cancelled', { predictionId });
  }

  /**
   * Ends the period by moving the counter and its predictions back by a day. Only creates run concurrently; they lock the account first,
   * as this method does. Failed predictions cannot be changed and do not count.
   */
  async endPeriod() {
    const { session } = this;
    await session.query('begin');
    await session.query('select from wallets where account_id = $1 for update', [this.key.accountId]);
    await session.query('select from summary_position for update');
    for (const move of MOVES) await session.query(move, move.includes('$1') ? [this.key.accountId] : []);
    await session.query('commit');
    this.counts['ends of a period'] += 1;
  }

  /** Requires that exactly one of these creates was charged, and that the counter has counted it. */
  async expectOneOf(answers, when) {
    const statuses = (await answers).map(({ status }) => status);
    const tally = (status) => statuses.filter((one) => one === status).length;
    this.counts.accepted += tally(201);
    this.counts['503'] += tally(503);
    const odd = statuses.filter((status) => ![201, 402, 503].includes(status));
    const accepted = tally(201);
    if (accepted > 1 || (accepted === 0 && tally(503) === 0) || odd.length > 0)
      this.context.fail(`not exactly one was accepted: ${when}`, { accepted, odd: odd.slice(0, 20) });
    await this.expectSpent(1_000, when);
  }

  async expectSpent(expected, when) {
    const { database } = this.cluster;
    const counters = await database.query(
      'select subject, spent::int from spend_counters where account_id = $1',
      [this.key.accountId],
    );
    if (counters.length !== this.limited.length || counters.some(({ spent }) => spent !== expected))
      this.context.fail(`not every counter is ${expected}: ${when}`, { counters, limited: this.limited });
    for (const [invariant, text] of Object.entries(SPENDING_INVARIANTS)) {
      const findings = await database.query(text);
      if (findings.length > 0) this.context.fail(invariant, findings);
    }
  }

  async processing() {
    return this.cluster.database.query(
      `select id from predictions where account_id = $1 and status = 'processing'`,
      [this.key.accountId],
    );
  }
}
