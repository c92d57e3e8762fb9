// An account whose plan has few places sends many creates to all API processes at once. Half of the accepted predictions are
// cancelled while they wait or run, and a worker is killed. All creates must be accepted. The timestamps in the database show how
// many predictions ran at once: a prediction begins after it got its place, and a place becomes free after its prediction has
// ended. At the end no place may be lost.
import { setTimeout as sleep } from 'node:timers/promises';

const CALLERS = 64;
const PAUSE_MS = 50;
const BEGUN_MS = 30_000;

/** Returns the maximum number of predictions of account $1 that ran at the same time. */
const MOST_AT_ONCE = `
  with changes as (
    select started_at as at, 1 as change from predictions where account_id = $1 and started_at is not null
    union all
    select completed_at, -1 from predictions where account_id = $1 and started_at is not null and completed_at is not null)
  select coalesce(max(running), 0)::int as most
  from (select sum(change) over (order by at, change rows unbounded preceding) as running from changes) c`;

const BEGUN = `select count(*)::int as begun from predictions where account_id = $1 and status = 'processing' and started_at is not null`;

/** Counts the predictions of account $1 with a place: they wait for a worker or run. */
const PLACED = `select count(*)::int as placed from predictions where account_id = $1 and status = 'processing' and fair_tag is not null`;

/** @param options {places: of the plan, creates, body: of a create} */
export class PlaceContention {
  constructor(context, { cluster, client, key, random }, options) {
    Object.assign(this, { context, cluster, client, key, random }, options);
    this.tally = { accepted: 0, cancelled: 0, completed: 0, 'workers killed': 0, 'most at once': 0 };
  }

  /** @returns {Promise<object>} counts */
  async run() {
    const watching = this.watchPlaces();
    const ids = await this.createAll();
    const half = this.random.sample(ids, Math.floor(ids.length / 2));
    await Promise.all([this.cancel(half), this.killWorker()]);
    for (const id of ids) {
      const { status } = await this.client.follow(id);
      if (status === 'completed') this.tally.completed += 1;
    }
    this.isOver = true;
    await watching;
    await this.expectPlaces();
    await this.expectAllFree();
    return this.tally;
  }

  /** Checks the number of assigned places continuously, in a snapshot of the database. */
  async watchPlaces() {
    while (!this.isOver) {
      const [{ placed }] = await this.cluster.database.query(PLACED, [this.key.accountId]);
      if (placed > this.places)
        this.context.fail('more places were assigned than the plan has', { placed, places: this.places });
      await sleep(PAUSE_MS);
    }
  }

  async createAll() {
    const { apis } = this.cluster;
    const ids = [];
    const caller = async (at) => {
      for (let next = at; next < this.creates; next += CALLERS) {
        const { base } = apis[next % apis.length];
        const id = await this.client.create(this.body, { key: this.key, base });
        if (id === null) this.context.fail('a create beyond the places of the plan was rejected');
        ids.push(id);
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, (_, at) => caller(at)));
    this.tally.accepted += ids.length;
    return ids;
  }

  /** Cancels predictions, of which some run and most wait. */
  async cancel(ids) {
    await Promise.all(
      Array.from({ length: CALLERS }, async (_, at) => {
        for (let next = at; next < ids.length; next += CALLERS) {
          const answer = await this.client.request('POST', `/api/generate/${ids[next]}/cancel`, {
            key: this.key,
          });
          if (answer?.status === 200 && answer.body.status === 'failed') this.tally.cancelled += 1;
        }
      }),
    );
  }

  async killWorker() {
    const worker = this.random.pick(this.cluster.workers);
    await worker.kill();
    await worker.start();
    this.tally['workers killed'] += 1;
  }

  /** Requires that all places were in use at once, and never more. */
  async expectPlaces() {
    const [{ most }] = await this.cluster.database.query(MOST_AT_ONCE, [this.key.accountId]);
    this.tally['most at once'] = most;
    if (most !== this.places)
      this.context.fail('not all places of the plan were used at once, or more', {
        ...{ most, places: this.places },
      });
  }

  /** Requires that no place was lost: as many predictions begin as the plan has places, and one more waits. */
  async expectAllFree() {
    const body = { ...this.body, runMs: 120_000 };
    const ids = [];
    for (let left = this.places + 1; left > 0; left -= 1)
      ids.push(await this.client.create(body, { key: this.key }));
    const until = performance.now() + this.context.within(BEGUN_MS);
    for (let begun = 0; begun < this.places; await sleep(PAUSE_MS)) {
      [{ begun }] = await this.cluster.database.query(BEGUN, [this.key.accountId]);
      if (performance.now() > until)
        this.context.late('a free place of the plan was not assigned', { begun, places: this.places });
    }
    const [{ placed }] = await this.cluster.database.query(PLACED, [this.key.accountId]);
    if (placed !== this.places)
      this.context.fail('the number of assigned places differs from the number of free places', {
        placed,
        places: this.places,
      });
    await this.cancel(ids);
  }
}
