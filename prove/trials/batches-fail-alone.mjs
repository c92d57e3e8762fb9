// What is written together stands or falls alone: 64 creates, or 64 settlements, in one statement, one of which the
// database refuses; and the process killed between the commit of all 64 and their 64 answers.
//
// To have them together, the statement before them is held up by a lock of the trial's own until all have arrived. A
// round in which they did not meet in one statement shows nothing and is played again.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { publicIdOf, uuidOf } from '../harness/callers/accounts.mjs';
import { LoadClient } from '../harness/callers/client.mjs';

const TOGETHER = 64;
const POISON = 'poison';
/** So that all have arrived behind the statement that is held up: nobody tells when the last one has. */
const GATHER_MS = 300;
/** Long enough to lock its wallet before it settles. */
const HOLDER_MS = 300;
const MODEL = 'chaos-idempotent';

/** As long as it is armed, the database refuses what a poisoned prediction writes: its creation, or its completion. */
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
  title: 'batches: one of 64 refused by the database; killed between the commit of 64 and their answers',
  seconds: 37,
  async run(context) {
    const each = context.count({ gate: 2, short: 5, long: 100 });
    const cluster = await context.startCluster({
      processes: { api: 1, worker: 1 },
      restart: true,
      env: { WORKER_CONCURRENCY: String(2 * TOGETHER) },
    });
    await cluster.database.query(REFUSAL);
    const keys = await context.makeKeys(cluster.database, { accounts: TOGETHER + 1 });
    const client = new LoadClient(cluster.apis, keys, context.random.fork('client'), { connections: 80 });
    const watch = context.watch({ cluster, client });
    const trial = new Batches(context, cluster, client, keys);
    const rounds = [
      ['poisoned creates', () => trial.poisonedCreate()],
      ['killed before 64 answers', () => trial.killedCreate()],
      ['poisoned settlements', () => trial.poisonedSettlement()],
      ['killed after 64 settlements', () => trial.killedSettlement()],
    ];
    const counts = {};
    for (const [name, play] of rounds) {
      for (counts[name] = 0; counts[name] < each;) {
        if (await play()) counts[name] += 1;
        else if ((trial.scattered += 1) > 3 * each)
          context.fail(`${name}: the ${TOGETHER} never met in one statement`);
        context.progress(
          Object.values(counts).reduce((sum, count) => sum + count),
          rounds.length * each,
        );
      }
    }
    const checks = await watch.finish();
    if (client.wrong.length > 0) context.fail('answers', client.wrong);
    if (cluster.unexpectedExits.length > 0)
      context.fail('a process ended by itself', cluster.unexpectedExits);
    await client.close();
    return { n: { ...counts, 'played again': trial.scattered, ...checks } };
  },
};

class Batches {
  scattered = 0;

  constructor(context, cluster, client, [holder, ...callers]) {
    Object.assign(this, { context, cluster, client, holder, callers });
    [this.api] = cluster.apis;
    [this.worker] = cluster.workers;
    /** Whose 500 is expected: not among the wrong answers. */
    this.victim = new LoadClient(cluster.apis, callers, context.random.fork('victim'));
  }

  query = (text, values) => this.cluster.database.query(text, values);

  async poisonedCreate() {
    await this.query(`insert into poisoned values ('creation')`);
    const requests = this.requests((at) => (at === 0 ? POISON : 'fine'));
    const batches = this.listen(this.api, 'create-predictions');
    const { answers } = await this.createTogether(requests);
    await this.query('delete from poisoned');
    const [poisoned, ...fine] = answers;
    const [bad, ...good] = requests;
    this.expect(poisoned?.status === 500, 'the refused one was not told so', poisoned);
    this.expect(!/poison|constraint|predictions/i.test(poisoned.text), 'an answer tells internals', poisoned);
    this.expect((await this.made(bad)).length === 0, 'the refused one left something behind');
    for (const [at, answer] of fine.entries()) {
      this.expect(answer?.status === 201, 'a neighbour’s failure in another’s answer', answer);
      await this.acknowledged(good[at], answer.body.predictionId);
    }
    // Its key is not used up: it may come again.
    await this.acknowledged(bad, await this.client.create(bad.body, bad));
    await this.followAll();
    return batches().some(({ size, refused }) => size === TOGETHER && refused);
  }

  async killedCreate() {
    const requests = this.requests(() => 'fine');
    await this.arm(this.api, 'create-predictions');
    const gone = this.api.expectExit();
    const { answers } = await this.createTogether(requests);
    const met = answers.every((answer) => answer === null);
    // They met in no statement of 64: it is still waiting for one.
    if (!met) await this.api.kill();
    const { signal } = await gone;
    this.expect(signal === 'SIGKILL', 'it was not killed before its answers', { signal });
    if (met) {
      const [{ statements, keys }] = await this.query(
        `select count(distinct xmin::text)::int as statements, count(*)::int as keys from idempotency_keys where key = any ($1)`,
        [requests.map(({ idempotencyKey }) => idempotencyKey)],
      );
      this.expect(statements === 1 && keys === TOGETHER, 'not all of one commit', { statements, keys });
    }
    await Promise.all(
      requests.map(async (request) =>
        this.acknowledged(request, await this.client.create(request.body, request)),
      ),
    );
    await this.followAll();
    return met;
  }

  async poisonedSettlement() {
    await this.query(`insert into poisoned values ('settlement')`);
    const batches = this.listen(this.worker, 'settle-predictions');
    const [bad, ...good] = await this.settleTogether((at) => (at === 0 ? POISON : 'fine'));
    for (const id of good)
      this.expect((await this.client.follow(id)).status === 'completed', 'not completed', id);
    const body = await this.client.status(bad);
    this.expect(body?.status === 'processing', 'the refused one is settled', body);
    await this.query('delete from poisoned');
    const { status } = await this.client.follow(bad);
    this.expect(status === 'completed', 'the refused one never got through', { bad, status });
    await this.paidOnce([bad, ...good]);
    return batches().some(({ size, refused }) => size === TOGETHER && refused);
  }

  async killedSettlement() {
    await this.arm(this.worker, 'settle-predictions');
    const gone = this.worker.expectExit();
    const ids = await this.settleTogether(() => 'fine');
    const exit = await Promise.race([gone, sleep(5_000).then(() => null)]);
    if (!exit) await this.worker.kill();
    const rows = await this.query(
      `select status from predictions where id = any ($1) and status = 'completed'`,
      [ids.map(uuidOf)],
    );
    if (exit) this.expect(rows.length === TOGETHER, 'not all of one commit', { completed: rows.length });
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

  /** All at once, behind a create that is held up. @returns {answers} in their order; null where there was none */
  async createTogether(requests) {
    await this.api.readyAgain();
    const release = await this.holdUp();
    const first = this.create(this.client, { key: this.holder, body: { modelKey: MODEL, runMs: 0 } });
    await this.blocked();
    const answers = requests.map((request) =>
      this.create(request.body.prompt === POISON ? this.victim : this.client, request),
    );
    await sleep(GATHER_MS);
    await release();
    await first;
    return { answers: await Promise.all(answers) };
  }

  create(client, { key, body, idempotencyKey = randomUUID() }) {
    return client.ask('POST', '/api/generate', { key, body, headers: { 'idempotency-key': idempotencyKey } });
  }

  /** 64 predictions that are done and stored while the settlement of another is held up. @returns their ids */
  async settleTogether(promptOf) {
    await Promise.all([this.api.readyAgain(), this.worker.readyAgain()]);
    await this.client.create({ modelKey: MODEL, runMs: HOLDER_MS }, { key: this.holder });
    const release = await this.holdUp();
    await this.blocked();
    const stored = this.stored(TOGETHER);
    const ids = await Promise.all(
      this.callers.map((key, at) =>
        this.client.create({ modelKey: MODEL, runMs: 0, prompt: promptOf(at) }, { key }),
      ),
    );
    await stored;
    await sleep(GATHER_MS);
    await release();
    return ids;
  }

  /** The worker has stored so many outputs more. */
  stored(count) {
    this.worker.tell({ trace: true });
    return this.hearing(this.worker, ({ stored }) => stored && --count === 0);
  }

  hearing(service, isIt) {
    return new Promise((resolve) => {
      const hear = (message) => {
        if (!isIt(message)) return;
        service.off('message', hear);
        resolve();
      };
      service.on('message', hear);
    });
  }

  /** Locks the wallet of the one that goes first. @returns a function that lets it go */
  async holdUp() {
    const client = await this.cluster.database.pool.connect();
    await client.query('begin');
    await client.query('select from accounts where id = $1 for update', [this.holder.accountId]);
    return async () => {
      await client.query('commit');
      client.release();
    };
  }

  async blocked() {
    const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    while ((await this.query(waits)).length === 0) await sleep(10);
  }

  /** It will die of its next statement of that name with all 64 in it, after the commit. */
  async arm(service, point) {
    await service.readyAgain();
    const told = this.hearing(service, ({ told }) => told);
    service.tell({ arm: { point, phase: 'after', now: true, rows: TOGETHER } });
    await told;
  }

  /** @returns a function that ends it and gives [{size, refused}] of the statements of that name */
  listen(service, name) {
    const heard = [];
    const hear = ({ batch }) => batch?.name === name && heard.push(batch);
    service.on('message', hear);
    service.tell({ trace: true });
    return () => {
      service.off('message', hear);
      return heard;
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
    this.expect(own === predictionId, 'acknowledged as another one', { predictionId, own });
    this.client.acknowledge(predictionId, request.key, request.idempotencyKey);
  }

  async followAll() {
    const open = [...this.client.predictions].filter(([, { final }]) => !final);
    await Promise.all(open.map(([id]) => this.client.follow(id)));
  }

  async paidOnce(ids) {
    const state = await this.cluster.engine.state();
    const others = ids.filter((id) => state[id]?.paid !== 1);
    this.expect(others.length === 0, 'not paid once', others);
  }

  expect(holds, message, details) {
    if (!holds) this.context.fail(message, details);
  }
}
