// R1: each reference is granted once. Every grant is delivered ten times in random order to two processes that are killed and restarted
// meanwhile. A delivery without a response is repeated. All deliveries of a reference receive the same response.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { publicIdOf, signUp, writeAccounts } from '../harness/callers/accounts.mjs';
import { HttpCaller } from '../harness/callers/http-caller.mjs';

const DELIVERIES_EACH = 10;
const CALLERS = 12;
const ACCOUNTS = 5;
const GIVE_UP_MS = 120_000;

export default {
  name: 'R1',
  title: 'every grant delivered ten times to two processes that are killed meanwhile: granted once',
  seconds: 30,
  async run(context) {
    const grants = context.count({ gate: 20, short: 100, long: 500 });
    const kills = context.count({ gate: 2, short: 20, long: 100 });
    const cluster = await context.startCluster({ processes: { api: 2 }, restart: true, plugin: false });
    const watch = context.watch({ cluster });
    const tokens = await administrators(cluster);
    const accounts = await writeAccounts((...query) => cluster.database.query(...query), ACCOUNTS, 0);
    const wanted = Array.from({ length: grants }, (_, at) => ({
      reference: `order-${randomUUID()}`,
      kind: at % 3 === 2 ? 'adjustments' : 'grants',
      body: {
        accountId: publicIdOf('acc', accounts[at % ACCOUNTS]),
        amount: (at + 1) / 1000,
        note: `Order ${at}`,
      },
    }));
    const deliveries = shuffled(
      context.random,
      wanted.flatMap((one) => Array(DELIVERIES_EACH).fill(one)),
    );
    const counts = {
      grants,
      deliveries: deliveries.length,
      killed: 0,
      lost: 0,
      replayed: 0,
      'in progress': 0,
    };
    const answers = new Map(wanted.map(({ reference }) => [reference, new Set()]));
    const callers = cluster.apis.map(({ base }) => new HttpCaller(base));
    const deliver = (one) => delivered(context, { callers, tokens, counts, answers }, one);
    const total = deliveries.length;
    const killing = { total, left: deliveries, kills, over: false };
    const killed = keepKilling(context, cluster, counts, killing);
    try {
      await Promise.all(Array.from({ length: CALLERS }, () => drain(context, deliveries, total, deliver)));
    } finally {
      killing.over = true;
      await killed;
      await Promise.all(callers.map((caller) => caller.close()));
    }
    for (const [reference, seen] of answers)
      if (seen.size !== 1) context.fail('one reference, several responses', { reference, seen: [...seen] });
    await expectEachOnce(context, cluster, wanted);
    return { n: { ...counts, ...(await watch.finish()) } };
  },
};

/** Creates an administrator per process: a reference is unique in the installation, not per administrator. */
async function administrators(cluster) {
  return Promise.all(
    cluster.apis.map(async ({ base }) => {
      const caller = new HttpCaller(base);
      const { userId, accessToken } = await signUp(caller);
      await caller.close();
      await cluster.database.query(`update users set role = 'admin' where id = $1`, [userId]);
      return accessToken;
    }),
  );
}

function shuffled(random, list) {
  return list
    .map((one) => ({ one, lot: random.next() }))
    .sort((a, b) => a.lot - b.lot)
    .map(({ one }) => one);
}

async function drain(context, deliveries, total, deliver) {
  for (let one = deliveries.pop(); one; one = deliveries.pop()) {
    await deliver(one);
    context.progress(total - deliveries.length, total);
  }
}

/** Delivers to random processes until a response arrives. */
async function delivered(context, { callers, tokens, counts, answers }, { reference, kind, body }) {
  const until = performance.now() + GIVE_UP_MS;
  for (;;) {
    const at = context.random.between(0, callers.length - 1);
    const answer = await callers[at].request('POST', `/api/admin/credits/${kind}`, {
      token: context.random.pick(tokens),
      body,
      headers: { 'idempotency-key': reference },
    });
    if (answer.status === 201) {
      if (answer.headers['idempotent-replayed'] === 'true') counts.replayed += 1;
      answers.get(reference).add(answer.text);
      return;
    }
    if (answer.status === 409) counts['in progress'] += 1;
    else if ([0, 503].includes(answer.status)) counts.lost += 1;
    else context.fail('a delivery was rejected', { status: answer.status, text: answer.text });
    if (performance.now() > until) context.fail('a delivery was not answered', { reference });
    await sleep(context.random.between(50, 300));
  }
}

/** Kills one process after the other at equal intervals of deliveries. */
async function keepKilling(context, cluster, counts, killing) {
  const { total, left, kills } = killing;
  for (let at = 1; at <= kills && !killing.over; at += 1) {
    const due = total - Math.floor((total * at) / (kills + 1));
    while (left.length > due && !killing.over) await sleep(5);
    if (killing.over) return;
    const victim = cluster.apis[at % cluster.apis.length];
    await victim.untilReady();
    await victim.kill();
    counts.killed += 1;
  }
}

async function expectEachOnce(context, cluster, wanted) {
  const rows = await cluster.database.query(
    `select note, count(*)::int as count, min(amount)::int as amount from ledger_transfers
     where kind in ('grant', 'adjustment') and note like 'Order %' group by note`,
  );
  const entered = new Map(rows.map((row) => [row.note, row]));
  const off = wanted.filter(({ body }) => {
    const row = entered.get(body.note);
    return row?.count !== 1 || row.amount !== Math.round(body.amount * 1000);
  });
  if (off.length > 0 || entered.size !== wanted.length)
    context.fail(
      'not every grant was entered once',
      off.map(({ body }) => [body, entered.get(body.note)]).slice(0, 20),
    );
}
