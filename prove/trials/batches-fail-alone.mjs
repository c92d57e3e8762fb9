// B1: group commit. 64 creates, or 64 settlements, run in one statement. The database rejects one of them, which must fail alone. In
// other rounds the process is killed between the commit of all 64 and their responses.
//
// To batch the requests, the trial blocks the preceding statement with a lock until all have arrived. A round in which they were not
// batched in one statement is repeated.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { publicIdOf, uuidOf } from '../harness/callers/accounts.mjs';
import { LoadClient } from '../harness/callers/client.mjs';

const BATCH = 64;
const POISON = 'poison';
/** Time for all requests to queue behind the blocked statement; nothing signals the arrival of the last. */
const QUEUE_MS = 300;
/** The same on a slow machine; a create that is blocked for longer is answered 503. */
const LONGEST_QUEUE_MS = 1_500;
/** Run time of the blocking prediction: long enough to lock its wallet before it settles. */
const HOLDER_MS = 300;
const MODEL = 'chaos-idempotent';

/** Triggers that reject a poisoned prediction's creation or settlement while `poisoned` contains its name. */
const REFUSAL = `
create table poisoned (what text primary key);
create function refuse_poison() returns trigger language plpgsql as $$ begin
  if new.input->>'prompt' = '${POISON}' and exists (select from poisoned where what = tg_argv[0]) then
    raise exception 'poisoned' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger poisoned_creation before insert on predictions for each row execute function refuse_poison('creation');
create trigger poisoned_settlement before update of status on predictions for each row
  when (new.status <> 'processing') execute function refuse_poison('settlement');
`;

export default {
  name: 'B1',
  title:
    'group commit: one of 64 rejected by the database; killed between the commit of 64 and their responses',
  seconds: 37,
  async run(context) {
    const each = context.count({ gate: 2, short: 5, long: 100 });
    const cluster = await context.startCluster({
      processes: { api: 1, worker: 1 },
      restart: true,
      env: { WORKER_CONCURRENCY: String(2 * BATCH) },
    });
    await cluster.database.query(REFUSAL);
    const keys = await context.makeKeys(cluster.database, { accounts: BATCH + 1 });
    const client = new LoadClient(cluster.apis, keys, context.random.fork('client'), { connections: 80 });
    const watch = context.watch({ cluster, client });
    const trial = new Batches(context, cluster, client, keys);
    const rounds = [
      ['poisoned creates', () => trial.poisonedCreate()],
      ['killed before 64 responses', () => trial.killedCreate()],
      ['poisoned settlements', () => trial.poisonedSettlement()],
      ['killed after 64 settlements', () => trial.killedSettlement()],
    ];
    const counts = {};
    for (const [name, run] of rounds) {
      for (counts[name] = 0; counts[name] < each;) {
        if (await run()) counts[name] += 1;
        else if ((trial.repeated += 1) > 3 * each)
          context.late(`${name}: the ${BATCH} were never batched in one statement`);
        context.progress(
          Object.values(counts).reduce((sum, count) => sum + count),
          rounds.length * each,
        );
      }
    }
    const checks = await watch.finish();
    if (client.wrong.length > 0) context.fail('answers', client.wrong);
    if (cluster.unexpectedExits.length > 0)
      context.fail('a process exited unexpectedly', cluster.unexpectedExits);
    await client.close();
    return { n: { ...counts, 'rounds repeated': trial.repeated, ...checks } };
  },
};

class Batches {
  repeated = 0;

  constructor(context, cluster, client, [holder, ...callers]) {
    Object.assign(this, { context, cluster, client, holder, callers });
    [this.api] = cluster.apis;
    [this.worker] = cluster.workers;
    /** A client of its own for the request whose 500 is expected. */
    this.victim = new LoadClient(cluster.apis, callers, context.random.fork('victim'));
  }

  query = (text, values) => this.cluster.database.query(text, values);

  async poisonedCreate() {
    await this.query(`insert into poisoned values ('creation')`);
    const requests = this.requests((at) => (at === 0 ? POISON : 'fine'));
    const batches = this.listen(this.api, 'generation.create');
    const { answers } = await this.createBatch(requests);
    await this.query('delete from poisoned');
    const [poisoned, ...fine] = answers;
    const [bad, ...good] = requests;
    this.expect(poisoned?.status === 500, 'the rejected create was not answered with 500', poisoned);
    this.expect(
      !/poison|constraint|predictions/i.test(poisoned.text),
      'a response contains internals',
      poisoned,
    );
    this.expect((await this.made(bad)).length === 0, 'the rejected create left rows');
    for (const [at, answer] of fine.entries()) {
      this.expect(answer?.status === 201, 'another create of the batch failed', answer);
      await this.acknowledged(good[at], answer.body.predictionId);
    }
    // Its Idempotency-Key is unused: the create can be repeated.
    await this.acknowledged(bad, await this.client.create(bad.body, bad));
    await this.followAll();
    return batches().some(({ size, refused }) => size === BATCH && refused);
  }

  async killedCreate() {
    const requests = this.requests(() => 'fine');
    await this.arm(this.api, 'generation.create');
    const gone = this.api.expectExit();
    const { answers } = await this.createBatch(requests);
    const wasBatched = answers.every((answer) => answer === null);
    // Without a statement of 64 the crash point was not reached.
    if (!wasBatched) await this.api.kill();
    const { signal } = await gone;
    this.expect(signal === 'SIGKILL', 'the process was not killed before its responses', { signal });
    if (wasBatched) {
      const [{ statements, keys }] = await this.query(
        `select count(distinct xmin::text)::int as statements, count(*)::int as keys from idempotency_keys where key = any ($1)`,
        [requests.map(({ idempotencyKey }) => idempotencyKey)],
      );
      this.expect(statements === 1 && keys === BATCH, 'not all in one commit', { statements, keys });
    }
    await Promise.all(
      requests.map(async (request) =>
        this.acknowledged(request, await this.client.create(request.body, request)),
      ),
    );
    await this.followAll();
    return wasBatched;
  }

  async poisonedSettlement() {
    await this.query(`insert into poisoned values ('settlement')`);
    const batches = this.listen(this.worker, 'generation.settle');
    const [bad, ...good] = await this.settleBatch((at) => (at === 0 ? POISON : 'fine'));
    for (const id of good)
      this.expect((await this.client.follow(id)).status === 'completed', 'not completed', id);
    const body = await this.client.status(bad);
    this.expect(body?.status === 'processing', 'the rejected settlement took effect', body);
    await this.query('delete from poisoned');
    const { status } = await this.client.follow(bad);
    this.expect(status === 'completed', 'the rejected settlement was not repeated', { bad, status });
    await this.paidOnce([bad, ...good]);
    return batches().some(({ size, refused }) => size === BATCH && refused);
  }

  async killedSettlement() {
    await this.arm(this.worker, 'generation.settle');
    const gone = this.worker.expectExit();
    const ids = await this.settleBatch(() => 'fine');
    const exit = await Promise.race([gone, sleep(5_000).then(() => null)]);
    if (!exit) await this.worker.kill();
    const rows = await this.query(
      `select status from predictions where id = any ($1) and status = 'completed'`,
      [ids.map(uuidOf)],
    );
    if (exit) this.expect(rows.length === BATCH, 'not all in one commit', { completed: rows.length });
    for (const id of ids)
      this.expect((await this.client.follow(id)).status === 'completed', 'not completed', id);
    await this.paidOnce(ids);
    return exit !== null;
  }

  requests(promptOf) {
    return this.callers.map((key, at) => ({
      key,
      idempotencyKey: randomUUID(),
      body: { modelKey: MODEL, runMs: 0, prompt: promptOf(at) },
    }));
  }

  /** Waits until all of a batch are in line. */
  queued() {
    return sleep(Math.min(this.context.within(QUEUE_MS), LONGEST_QUEUE_MS));
  }

  /** Sends all creates while a create before them is blocked. @returns {answers} in their order, null without a response */
  async createBatch(requests) {
    await this.api.untilReady();
    const release = await this.lockHolder();
    const first = this.create(this.client, { key: this.holder, body: { modelKey: MODEL, runMs: 0 } });
    await this.blocked();
    const answers = requests.map((request) =>
      this.create(request.body.prompt === POISON ? this.victim : this.client, request),
    );
    await this.queued();
    await release();
    await first;
    return { answers: await Promise.all(answers) };
  }

  create(client, { key, body, idempotencyKey = randomUUID() }) {
    return client.request('POST', '/api/generate', {
      key,
      body,
      headers: { 'idempotency-key': idempotencyKey },
    });
  }

  /** Finishes 64 predictions while the settlement of another is blocked. @returns their ids */
  async settleBatch(promptOf) {
    await Promise.all([this.api.untilReady(), this.worker.untilReady()]);
    await this.client.create({ modelKey: MODEL, runMs: HOLDER_MS }, { key: this.holder });
    const release = await this.lockHolder();
    await this.blocked();
    const stored = this.stored(BATCH);
    const ids = await Promise.all(
      this.callers.map((key, at) =>
        this.client.create({ modelKey: MODEL, runMs: 0, prompt: promptOf(at) }, { key }),
      ),
    );
    await stored;
    await this.queued();
    await release();
    return ids;
  }

  /** Resolves when the worker has stored `count` more outputs. */
  stored(count) {
    this.worker.send({ trace: true });
    return this.messageFrom(this.worker, ({ stored }) => stored && --count === 0);
  }

  messageFrom(service, matches) {
    return new Promise((resolve) => {
      const onMessage = (message) => {
        if (!matches(message)) return;
        service.off('message', onMessage);
        resolve();
      };
      service.on('message', onMessage);
    });
  }

  /** Locks the wallet of the prediction that is created first. @returns a function that releases the lock */
  async lockHolder() {
    const client = await this.cluster.database.pool.connect();
    await client.query('begin');
    await client.query('select from wallets where account_id = $1 for update', [this.holder.accountId]);
    return async () => {
      await client.query('commit');
      client.release();
    };
  }

  async blocked() {
    const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    while ((await this.query(waits)).length === 0) await sleep(10);
  }

  /** Kills the process after the commit of its next statement of that name with all 64 in it. */
  async arm(service, point) {
    await service.untilReady();
    const acknowledged = this.messageFrom(service, ({ acknowledged: isSet }) => isSet);
    service.send({ arm: { point, phase: 'after', now: true, rows: BATCH } });
    await acknowledged;
  }

  /** Records the statements of that name. @returns a function that stops and returns [{size, refused}] */
  listen(service, name) {
    const batches = [];
    const onMessage = ({ batch }) => batch?.name === name && batches.push(batch);
    service.on('message', onMessage);
    service.send({ trace: true });
    return () => {
      service.off('message', onMessage);
      return batches;
    };
  }

  async made({ idempotencyKey, key }) {
    return this.query(
      `select p.id, array(select kind from ledger_transfers t where t.prediction_id = p.id and kind = 'charge') as charges
       from idempotency_keys i join predictions p on p.id = i.prediction_id where i.account_id = $1 and i.key = $2`,
      [key.accountId, idempotencyKey],
    );
  }

  async acknowledged(request, predictionId) {
    const rows = await this.made(request);
    this.expect(rows.length === 1 && rows[0].charges.length === 1, 'not one prediction and one charge', rows);
    const own = publicIdOf('pred', rows[0].id);
    this.expect(own === predictionId, 'acknowledged with another id', { predictionId, own });
    this.client.acknowledge(predictionId, request.key, request.idempotencyKey);
  }

  async followAll() {
    const open = [...this.client.predictions].filter(([, { final }]) => !final);
    await Promise.all(open.map(([id]) => this.client.follow(id)));
  }

  async paidOnce(ids) {
    const state = await this.cluster.engine.state();
    const others = ids.filter((id) => state[id]?.paid !== 1);
    this.expect(others.length === 0, 'not exactly one paid call', others);
  }

  expect(holds, message, details) {
    if (!holds) this.context.fail(message, details);
  }
}
