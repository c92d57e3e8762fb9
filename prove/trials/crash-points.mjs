// K2: the process is killed at every await between charge and settle, before, during and after the commit of its statement, for each
// class of provider. Each class has its own process, API and worker in one, so that the crash affects one prediction. The process is
// restarted; the prediction must end with one charge, one settlement and at most one paid call.
import { setTimeout as sleep } from 'node:timers/promises';
import { uuidOf } from '../harness/callers/accounts.mjs';
import { LoadClient } from '../harness/callers/client.mjs';
import { crashCells, nameOf } from '../harness/cluster/crash-cells.mjs';

const CLASSES = ['idempotent', 'lookup', 'none'];

export default {
  name: 'K2',
  title: 'crash at every await between charge and settle, for each class of provider',
  seconds: 100,
  async run(context) {
    const repeats = context.tier === 'long' ? 10 : 1;
    const processes = CLASSES.map((kind) => ({
      name: kind,
      roles: 'api,worker',
      env: { CHAOS_CLASSES: kind },
    }));
    // The interval of renewals is a third of the lease; there must be one during a submit.
    const cluster = await context.startCluster({ processes, restart: true, env: { LEASE_SECONDS: '6' } });
    const keys = await context.makeKeys(cluster.database, { keysEach: 3 });
    const cells = CLASSES.flatMap(crashCells);
    const ownOf = (kind) => {
      const own = cells.filter((cell) => cell.kind === kind);
      return context.sample(own, { gate: 4 });
    };
    const total = CLASSES.reduce((sum, kind) => sum + ownOf(kind).length, 0);
    const clients = [];
    let done = 0;
    const watch = context.watch({ cluster });
    const loop = async (kind) => {
      const service = cluster.service(kind);
      const client = new LoadClient([service], keys, context.random.fork(kind), { connections: 8 });
      clients.push(client);
      const own = ownOf(kind);
      for (let round = 0; round < repeats; round += 1) {
        for (const cell of own) {
          await crashAt(context, { cluster, service, client, cell });
          context.progress((done += 1), total * repeats);
        }
      }
    };
    await Promise.all(CLASSES.map(loop));
    const checks = await watch.finish();
    const wrong = clients.flatMap((client) => client.wrong);
    if (wrong.length > 0) context.fail('answers', wrong);
    if (cluster.unexpectedExits.length > 0)
      context.fail('a process exited unexpectedly', cluster.unexpectedExits);
    await Promise.all(clients.map((client) => client.close()));
    return { n: { cells: done, 'kinds of cells': cells.length, ...checks } };
  },
};

async function crashAt(context, { cluster, service, client, cell }) {
  const name = nameOf(cell);
  await service.untilReady();
  const acknowledged = new Promise((resolve) => service.once('message', resolve));
  service.send({ arm: { point: cell.point, phase: cell.phase, now: cell.now && !cell.action } });
  await acknowledged;
  const pid = service.pid;
  const gone = service.expectExit();
  const crashed = Promise.race([gone, sleep(20_000).then(() => null)]);
  const body = { modelKey: `chaos-${cell.kind}`, prompt: name, runMs: 50, ...cell.order };
  const predictionId = await client.create(body);
  if (cell.action === 'terminate') {
    await submitted(cluster, predictionId);
    service.signal('SIGTERM');
  }
  const ended =
    cell.action === 'cancel' ? cancel(client, predictionId) : client.follow(predictionId, { wait: 1 });
  const exit = await crashed;
  if (exit?.signal !== 'SIGKILL')
    context.fail(`${name}: the crash point was not reached`, { exit, pid, log: service.logFile });
  const last = await ended;
  await checkOutcome(context, { cluster, cell, name, predictionId, last });
}

/** Resolves when the engine has received the submit. */
async function submitted(cluster, predictionId) {
  while (!(await cluster.engine.state())[predictionId]) await sleep(20);
}

async function cancel(client, predictionId) {
  const record = client.predictions.get(predictionId);
  for (;;) {
    const answer = await client.request('POST', `/api/generate/${predictionId}/cancel`, { key: record.key });
    if (answer?.status === 200) return answer.body;
    await sleep(100);
  }
}

async function checkOutcome(context, { cluster, cell, name, predictionId, last }) {
  const [row] = await cluster.database.query(
    `select status, error_code, error_internal, array(select kind from ledger_transfers t where t.prediction_id = p.id order by id) as kinds
     from predictions p where id = $1`,
    [uuidOf(predictionId)],
  );
  const paid = (await cluster.engine.state())[predictionId]?.paid ?? 0;
  const expected = cell.ends ?? (cell.kind === 'none' ? row.status : 'completed');
  const settled = row.status === 'completed' ? 'capture' : 'refund';
  const facts = { ...row, reported: last.status, paid };
  if (row.status !== expected || last.status !== row.status)
    context.fail(`${name}: ended as ${row.status}`, facts);
  if (row.kinds.join() !== `charge,${settled}`) context.fail(`${name}: transfers ${row.kinds}`, facts);
  if (paid > 1) context.fail(`${name}: paid ${paid} times`, facts);
  if (row.status === 'completed' && paid !== 1) context.fail(`${name}: completed and not paid`, facts);
}
