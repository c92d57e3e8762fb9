// O2: each alert of deploy/prometheus fires for its cause, in a real Prometheus that scrapes the cluster. No alert fires before or after
// the causes. An alert without a cause counts as a missed time limit: on a starved machine the service is slow, and the alert is
// correct. The causes are a frozen worker, a stopped database, locked tables, failing engines, an unavailable storage, a lost file,
// and a prediction that kills its worker.
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { uuidOf } from '../harness/callers/accounts.mjs';
import { LoadClient } from '../harness/callers/client.mjs';
import { Prometheus } from '../harness/cluster/prometheus.mjs';

const PLUGIN = fileURLToPath(new URL('../harness/engines/alarm-plugin.mjs', import.meta.url));
const POLL_MS = 500;
/** Time limits from a cause to its alert, and from the end of a cause to the end of its alert: scrapes, `for`, range of a rate. */
const FIRES_MS = 90_000;
const ENDS_MS = 150_000;
/** Without a cause, no alert may fire for this long. */
const CALM_MS = 15_000;
const CALLERS = 24;

const ENGINES_THAT_FAIL = {
  name: 'engines that fail',
  fires: ['OffprintEngineFailures', 'OffprintCircuitOpen'],
  also: [],
  cause: failEngines,
};

/** `also`: further alerts that the cause may fire. */
const CAUSES = [
  {
    name: 'a frozen worker',
    fires: [
      'OffprintDown',
      'OffprintPredictionsWait',
      'OffprintStepsOverdue',
      'OffprintOutputsOverdue',
      'OffprintListenerBehind',
    ],
    also: [],
    // The worker continues as if no time had passed and finds that its leases have expired.
    firesAfter: ['OffprintLeasesLost'],
    cause: freezeWorker,
  },
  {
    name: 'a stopped database',
    fires: ['OffprintDatabaseUnreachable', 'OffprintErrors'],
    also: ['OffprintSlow', 'OffprintPoolExhausted', 'OffprintDown', 'OffprintLeasesLost'],
    cause: stopDatabase,
  },
  {
    name: 'locked tables',
    fires: ['OffprintPoolExhausted', 'OffprintSlow'],
    also: ['OffprintErrors', 'OffprintDatabaseUnreachable', 'OffprintDown', 'OffprintLeasesLost'],
    cause: lockTables,
  },
  ENGINES_THAT_FAIL,
  {
    name: 'an unavailable storage',
    fires: ['OffprintStorageAway'],
    also: ['OffprintDown'],
    cause: takeStorage,
  },
  {
    name: 'a lost file of the storage',
    fires: ['OffprintFilesMissing'],
    also: ['OffprintErrors'],
    cause: loseFile,
  },
  {
    name: 'a prediction that kills its worker',
    fires: ['OffprintWorkerCrashes'],
    also: ['OffprintDown', 'OffprintEngineFailures', 'OffprintLeasesLost', 'OffprintStepsOverdue'],
    cause: killWorker,
  },
];

export default {
  name: 'O2',
  title: 'each alert fires for its cause in a real Prometheus, and only then',
  seconds: 90,
  largerTiers: true,
  async run(context) {
    const cluster = await context.startCluster({
      processes: [
        // Most requests share statements, so that few connections serve many: a small pool is exhausted sooner.
        { name: 'api1', roles: 'api', env: { DATABASE_CONNECTIONS: '8' } },
        { name: 'worker1', roles: 'worker' },
      ],
      restart: true,
      env: { PLUGINS: PLUGIN, LEASE_SECONDS: '5' },
    });
    const prometheus = await Prometheus.start(cluster.services.map(({ base }) => base));
    const [key] = await context.makeKeys(cluster.database);
    const client = new LoadClient(cluster.apis, [key], context.random.fork('client'));
    const traffic = new Traffic(client, key);
    const trial = { context, cluster, prometheus, client, key, traffic };
    try {
      // The gate runs beside other trials, which slow the service down like a fault. So it tests one cause that does not depend on time.
      const causes = context.tier === 'gate' ? [ENGINES_THAT_FAIL] : CAUSES;
      const untested = (await prometheus.names()).filter(
        (name) => !CAUSES.some(({ fires, firesAfter = [] }) => [...fires, ...firesAfter].includes(name)),
      );
      if (untested.length > 0) context.fail('alerts without a cause in this trial', untested);
      await follow(client, await create(trial, 'succeed'));
      await isCalm(trial);
      const counts = { causes: 0, 'alerts fired': 0, 'slowest, seconds': 0 };
      for (const cause of causes) {
        await check(trial, cause, counts);
        context.log(`${cause.name}: ${[...cause.fires, ...(cause.firesAfter ?? [])].join(', ')}`);
      }
      return { n: counts };
    } finally {
      traffic.stop();
      await client.close();
      await prometheus.stop();
    }
  },
};

async function check(trial, { name, fires, firesAfter = [], also, cause }, counts) {
  const allowed = new Set([...fires, ...firesAfter, ...also]);
  const startedAt = performance.now();
  const end = await cause(trial);
  await untilFired(trial, name, fires, allowed);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  await end();
  await untilFired(trial, name, firesAfter, allowed);
  counts.causes += 1;
  counts['alerts fired'] += fires.length + firesAfter.length;
  counts['slowest, seconds'] = Math.max(counts['slowest, seconds'], seconds);
  await untilSilent(trial, name, allowed);
  await isCalm(trial);
}

/** Waits until each of `names` has fired. @throws when another alert fires that is not `allowed`. */
async function untilFired({ context, prometheus }, cause, names, allowed) {
  const missing = new Set(names);
  const until = performance.now() + context.within(FIRES_MS);
  while (missing.size > 0) {
    for (const name of await prometheus.firing()) {
      if (!allowed.has(name)) context.late(`${cause} fires ${name}`, [...allowed]);
      missing.delete(name);
    }
    if (performance.now() > until) context.late(`${cause} does not fire its alerts`, [...missing]);
    await sleep(POLL_MS);
  }
}

async function untilSilent({ context, prometheus }, cause, allowed) {
  const until = performance.now() + context.within(ENDS_MS);
  for (;;) {
    const firing = [...(await prometheus.firing())];
    const wrong = firing.filter((name) => !allowed.has(name));
    if (wrong.length > 0) context.late(`after ${cause}, alerts fire that it does not cause`, wrong);
    if (firing.length === 0) return;
    if (performance.now() > until) context.late(`after ${cause}, alerts continue`, firing);
    await sleep(POLL_MS);
  }
}

async function isCalm({ context, prometheus }) {
  for (const until = performance.now() + CALM_MS; performance.now() < until; await sleep(POLL_MS)) {
    const firing = [...(await prometheus.firing())];
    if (firing.length > 0) context.late('alerts fire without a cause', firing);
  }
}

const create = ({ client, key }, does) =>
  client.create({ modelKey: 'chaos-alarm', prompt: 'a', does }, { key });

async function follow(client, ...ids) {
  for (const id of ids) await client.follow(id);
}

async function untilCount({ cluster }, text, values) {
  for (;;) {
    const [{ count }] = await cluster.database.query(text, values);
    if (count > 0) return;
    await sleep(POLL_MS);
  }
}

/** Freezes the only worker while it submits and polls, before it has removed expired outputs. */
async function freezeWorker(trial) {
  const { cluster, client } = trial;
  const { database } = cluster;
  const [worker] = cluster.workers;
  const done = await create(trial, 'succeed');
  await follow(client, done);
  const running = await Promise.all([create(trial, 'run-for-long'), create(trial, 'submit-for-long')]);
  await untilCount(
    trial,
    `select (count(*) = 2)::int as count from predictions where id = any($1::uuid[]) and started_at is not null
       and (provider_ref is not null or lease_until > clock_timestamp())`,
    [running.map(uuidOf)],
  );
  worker.signal('SIGSTOP');
  const waiting = await create(trial, 'succeed');
  // Moves times that would take minutes to pass: of a wait, an event, and the expiry of an output.
  await database.query(
    `update predictions set created_at = created_at - interval '10 minutes' where id = $1`,
    [uuidOf(waiting)],
  );
  await database.query(
    `update predictions set output_expires_at = clock_timestamp() - interval '10 minutes' where id = $1`,
    [uuidOf(done)],
  );
  await database.query(
    `insert into events (account_id, created_at, kind, prediction_id)
     select account_id, clock_timestamp() - interval '10 minutes', 'prediction.completed', id from predictions where id = $1`,
    [uuidOf(done)],
  );
  return async () => {
    worker.signal('SIGCONT');
    for (const id of running) await client.request('POST', `/api/generate/${id}/cancel`, { key: trial.key });
    await follow(client, waiting, ...running);
  };
}

async function stopDatabase({ cluster, traffic }) {
  traffic.start();
  await cluster.postgres.stopImmediate();
  return async () => {
    await cluster.postgres.start();
    await traffic.untilProgress();
    traffic.stop();
  };
}

/** Holds locks that every request needs: statements wait until their timeout and fill the pool. */
async function lockTables({ cluster, traffic }) {
  traffic.start();
  let release;
  const released = new Promise((resolve) => (release = resolve));
  const holding = cluster.database.session(async (query) => {
    await query('begin');
    await query('lock table accounts, predictions in access exclusive mode');
    await released;
    await query('rollback');
  });
  return async () => {
    release();
    await holding;
    await traffic.untilProgress();
    traffic.stop();
  };
}

/** Puts a file where the storage writes: every copy fails. */
async function takeStorage({ cluster }) {
  const incoming = join(cluster.directory, 'data/assets/.incoming');
  await rm(incoming, { recursive: true, force: true });
  await writeFile(incoming, '');
  return () => rm(incoming);
}

/** Moves the file of a finished prediction away and requests it. */
async function loseFile(trial) {
  const { client, key, cluster } = trial;
  const id = await create(trial, 'succeed');
  await follow(client, id);
  const { body } = await client.request('GET', `/api/generate/status/${id}`, { key });
  const { pathname, search } = new URL(body.outputUrl);
  const file = join(cluster.directory, 'data', pathname.replace('/api/', ''));
  await rename(file, `${file}.away`);
  await client.request('GET', pathname + search, {});
  return () => rename(`${file}.away`, file);
}

async function failEngines(trial) {
  const { client, key, cluster } = trial;
  const failing = await Promise.all(Array.from({ length: 10 }, () => create(trial, 'fail')));
  const broken = await Promise.all(
    Array.from({ length: 3 }, () => client.create({ modelKey: 'chaos-broken', prompt: 'a' }, { key })),
  );
  await follow(client, ...failing);
  const isFailing = setInterval(() => void create(trial, 'fail').catch(() => {}), 1_000);
  return async () => {
    clearInterval(isFailing);
    for (const id of broken) await client.request('POST', `/api/generate/${id}/cancel`, { key });
    await follow(client, ...broken);
    await cluster.database.query('delete from provider_circuits');
    // Predictions that succeed, until the failures are out of the range.
    await follow(client, await create(trial, 'succeed'));
  };
}

async function killWorker(trial) {
  const id = await create(trial, 'kill');
  await follow(trial.client, id);
  return async () => {};
}

const UNKNOWN = 'pred_00000000000000000000000000000000';
/** Half of these requests run a statement each; the others share statements with requests of the same kind. */
const REQUESTS = [
  ['GET', '/api/credits/balance'],
  ['POST', `/api/generate/${UNKNOWN}/cancel`],
  ['GET', `/api/generate/status/${UNKNOWN}`],
  ['POST', `/api/generate/${UNKNOWN}/cancel`],
];

/** Callers that need the database. */
class Traffic {
  #isRunning = false;
  #answered = 0;

  constructor(client, key) {
    Object.assign(this, { client, key });
  }

  start() {
    this.#isRunning = true;
    for (let at = 0; at < CALLERS; at += 1) void this.#call(...REQUESTS[at % REQUESTS.length]);
  }

  stop() {
    this.#isRunning = false;
  }

  /** Resolves when requests are answered again. */
  async untilProgress() {
    this.#answered = 0;
    while (this.#answered < CALLERS) await sleep(POLL_MS);
  }

  async #call(method, path) {
    while (this.#isRunning) {
      const answer = await this.client.request(method, path, { key: this.key });
      if (answer?.status === 200 || answer?.status === 404) this.#answered += 1;
      await sleep(200);
    }
  }
}
