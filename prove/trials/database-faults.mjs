// D2: partial failures of the database: terminated sessions, half-open sockets, a frozen server, an exhausted pool. During each fault
// every response arrives within 5 s and is 2xx, 429, or 503 with Retry-After. After each fault the service recovers.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { LoadClient } from '../harness/callers/client.mjs';

const LONGEST_MS = 5_000;
const CALLERS = 24;

export default {
  name: 'D2',
  title: 'terminated sessions, half-open sockets, a frozen server, an exhausted pool',
  seconds: 36,
  async run(context) {
    const ended = context.count({ gate: 20, short: 50, long: 1_000 });
    const cluster = await context.startCluster({ processes: { api: 2, worker: 1 }, proxy: true });
    const keys = await context.makeKeys(cluster.database, { accounts: 4, keysEach: 5 });
    const responses = new ResponseChecks();
    const client = new LoadClient(cluster.apis, keys, context.random.fork('client'), {
      connections: 64,
      onAnswer: responses.see,
      onError: responses.miss,
    });
    const watch = context.watch({ cluster, client });
    const load = new Load(client);
    load.start();
    await sleep(1_000);
    const n = {};
    const parts = {
      'sessions terminated': () => terminateSessions(context, cluster, ended),
      'half-open sockets': () =>
        halfOpen(context, cluster, client, context.count({ gate: 1, short: 2, long: 20 })),
      'seconds frozen': () => freeze(cluster, 10),
      'seconds with the pool exhausted': () => exhaust(cluster, load, 6),
    };
    for (const [name, part] of Object.entries(parts)) {
      responses.during = name;
      n[name] = await part();
      await recovered(context, client, name);
      context.log(`${name}: ${n[name]}; slowest response so far ${Math.round(responses.slowestMs)} ms`);
    }
    await load.stop();
    const checks = await watch.finish();
    if (responses.wrong.length > 0)
      context.fail(
        `${responses.wrong.length} responses that the contract does not allow`,
        responses.wrong.slice(0, 20),
      );
    const longestMs = context.within(LONGEST_MS);
    const late = responses.late.filter(({ ms }) => ms > longestMs);
    if (late.length > 0)
      context.late(`${late.length} responses took more than ${Math.round(longestMs)} ms`, late.slice(0, 20));
    if (cluster.unexpectedExits.length > 0)
      context.fail('a process exited unexpectedly', cluster.unexpectedExits);
    await client.close();
    return {
      n: {
        ...n,
        responses: responses.answers,
        503: responses.unavailable,
        'slowest response ms': Math.round(responses.slowestMs),
        ...checks,
      },
    };
  },
};

class ResponseChecks {
  answers = 0;
  unavailable = 0;
  slowestMs = 0;
  wrong = [];
  late = [];
  during = 'calm';

  see = ({ method, path, status, headers, ms, text }) => {
    this.answers += 1;
    if (status === 503) this.unavailable += 1;
    this.slowestMs = Math.max(this.slowestMs, ms);
    const allowed =
      (status >= 200 && status < 300) || status === 429 || (status === 503 && headers['retry-after']);
    const seen = { during: this.during, method, path, status, ms: Math.round(ms), text: text.slice(0, 200) };
    if (!allowed) this.wrong.push(seen);
    else if (ms > LONGEST_MS) this.late.push(seen);
  };

  miss = ({ method, path, code, ms }) => {
    this.wrong.push({ during: this.during, method, path, code, ms: Math.round(ms) });
  };
}

/** Callers that create predictions, poll them and read the balance until `stop`. */
class Load {
  constructor(client) {
    this.client = client;
  }

  start() {
    this.running = true;
    this.loops = Array.from({ length: CALLERS }, () => this.loop());
  }

  async loop() {
    const { client } = this;
    let id = null;
    while (this.running) {
      const key = client.random.pick(client.keys);
      const answer = await client.request('POST', '/api/generate', {
        key,
        body: { modelKey: 'chaos-idempotent', runMs: 100 },
      });
      if (answer?.status === 201)
        id = client.acknowledge(answer.body.predictionId, key, answer.body.predictionId);
      if (id) await client.status(id);
      await client.request('GET', '/api/credits/balance', { key });
      await sleep(client.random.between(5, 40));
    }
  }

  async stop() {
    this.running = false;
    await Promise.all(this.loops);
  }
}

async function terminateSessions(context, cluster, total) {
  let ended = 0;
  while (ended < total) {
    const rows = await cluster.database.query(
      `select pg_terminate_backend(pid) as ended from pg_stat_activity where application_name like 'offprint%' and pid <> pg_backend_pid() order by random() limit 5`,
    );
    ended += rows.length;
    await sleep(context.random.between(100, 500));
  }
  return ended;
}

/** Makes connections half-open until the service has recovered. */
async function halfOpen(context, cluster, client, rounds) {
  let frozen = 0;
  for (let round = 0; round < rounds; round += 1) {
    frozen += cluster.proxy.freeze();
    await sleep(4_500);
    await recovered(context, client, 'half-open sockets');
    const [{ waits }] = await cluster.database.query(
      `select count(*)::int as waits from pg_stat_activity where wait_event_type = 'Lock' and wait_event = 'advisory'`,
    );
    if (waits > 0) context.fail(`${waits} sessions wait for the lock of a lost session`);
    cluster.proxy.resetFrozen();
  }
  return frozen;
}

async function freeze(cluster, seconds) {
  cluster.postgres.signalAll('SIGSTOP');
  await sleep(seconds * 1000);
  cluster.postgres.signalAll('SIGCONT');
  return seconds;
}

/** Locks the predictions table, so that every connection of the pool waits for the lock. */
async function exhaust(cluster, load, seconds) {
  const holder = new pg.Client({ connectionString: cluster.postgres.url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('lock table predictions in access exclusive mode');
  const [id] = load.client.predictions.keys();
  const until = performance.now() + seconds * 1000;
  const { key } = load.client.predictions.get(id);
  const reader = async () => {
    while (performance.now() < until) await load.client.request('GET', `/api/generate/status/${id}`, { key });
  };
  await Promise.all([...Array.from({ length: 60 }, reader), sleep(seconds * 1000)]);
  await holder.query('rollback');
  await holder.end();
  return seconds;
}

async function recovered(context, client, name) {
  const startedAt = performance.now();
  for (;;) {
    const answer = await client.request('POST', '/api/generate', {
      key: client.keys[0],
      body: { modelKey: 'chaos-idempotent', runMs: 0 },
    });
    if (answer?.status === 201) return;
    if (performance.now() - startedAt > context.within(15_000))
      context.late(`no success within 15 s after: ${name}`);
    await sleep(100);
  }
}
