// K5: kill -9 of workers (75 %) and API processes (25 %) while predictions run through real adapters, at one engine of each class of
// resubmission. The engines respond slowly and lose some responses. By its own count, no engine is paid twice for a prediction.
// Predictions of recoverable classes complete; the others complete or are refunded.
import { uuidOf } from '../harness/callers/accounts.mjs';
import { LoadClient } from '../harness/callers/client.mjs';
import { Killer } from '../harness/cluster/killer.mjs';
import { REAL_ENGINES, RealEngines } from '../harness/engines/real-engines.mjs';

const KINDS = Object.keys(REAL_ENGINES);
/** Classes in which no prediction may fail: a lost response is recovered by a lookup or a free resubmission. */
const ALWAYS_COMPLETE = new Set(['lookup', 'idempotent']);
/** Long enough for kills between the acceptance of a submit and its response. */
const SUBMIT_MS = 300;
const LOSE_EVERY = 10;

export default {
  name: 'K5',
  title: 'kill -9 while real adapters submit to engines of each class of resubmission',
  seconds: 45,
  async run(context) {
    const engines = new RealEngines();
    await engines.start();
    try {
      return await killBesideEngines(context, engines);
    } finally {
      await engines.stop();
    }
  },
};

async function killBesideEngines(context, engines) {
  const kills = context.count({ gate: 8, short: 50, long: 2_000 });
  const predictions = context.count({ gate: 24, short: 120, long: 8_000 });
  const { random } = context;
  await engines.configure({ polls: 1, submitMs: SUBMIT_MS });
  const cluster = await context.startCluster({
    processes: { api: 2, worker: 3 },
    plugin: false,
    env: engines.env,
    restart: true,
  });
  const keys = await context.makeKeys(cluster.database, { accounts: 4, keysEach: 2 });
  const client = new LoadClient(cluster.apis, keys, random.fork('client'));
  const watch = context.watch({ cluster, client, engine: engines });
  const killer = new Killer(cluster, random.fork('killer'), { everyMs: [250, 400], spare: 1 });
  const errors = [];
  let done = 0;
  let lost = 0;
  const report = () => context.progress(Math.min(killer.kills, kills) + done, kills + predictions);
  const work = client.run({
    total: predictions,
    concurrency: 48,
    make(index) {
      const kind = KINDS[index % KINDS.length];
      if (index % LOSE_EVERY === 0) {
        lost += 1;
        engines.loseNextAnswer(KINDS[lost % KINDS.length]).catch((error) => errors.push(error));
      }
      const prompt = `${kind} ${index}`;
      return { modelKey: REAL_ENGINES[kind].modelKey, prompt };
    },
    onDone: () => ((done += 1), report()),
  });
  await Promise.all([killer.run(kills, report), work]);
  const checks = await watch.finish();
  if (errors.length > 0) throw errors[0];
  if (cluster.unexpectedExits.length > 0)
    context.fail('a process exited unexpectedly', cluster.unexpectedExits);
  const counts = await checkPredictions(context, { cluster, client, engines });
  await client.close();
  return {
    n: {
      kills: killer.kills,
      'of ready processes': killer.serving,
      'responses lost': lost,
      ...counts,
      ...checks,
    },
  };
}

/** Compares each prediction with its engine's count of paid calls. */
async function checkPredictions(context, { cluster, client, engines }) {
  const rows = await cluster.database.query(
    `select id, model_key, status, input->>'prompt' as prompt, error_code, error_internal, attempts, crashes from predictions`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const id of client.predictions.keys())
    if (!byId.has(uuidOf(id))) context.fail('an acknowledged prediction is unknown', id);
  const counts = {
    predictions: rows.length,
    completed: 0,
    'failed and refunded': 0,
    crashes: 0,
    'paid calls': 0,
  };
  for (const kind of KINDS) {
    const paid = await engines.paid(kind);
    for (const row of rows.filter(({ model_key: key }) => key === REAL_ENGINES[kind].modelKey)) {
      const times = paid.get(row.prompt) ?? 0;
      const facts = { kind, times, ...row };
      if (times > 1) context.fail('an engine was paid twice', facts);
      if (row.status === 'completed' && times !== 1) context.fail('completed and not paid for', facts);
      if (row.status === 'processing') context.fail('not final', facts);
      if (row.status === 'failed' && ALWAYS_COMPLETE.has(kind))
        context.fail('failed although recoverable', facts);
      counts[row.status === 'completed' ? 'completed' : 'failed and refunded'] += 1;
      counts.crashes += row.crashes;
      counts['paid calls'] += times;
    }
  }
  return counts;
}
