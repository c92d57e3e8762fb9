// E1: one tenant sends bodies of a mebibyte, each with a picture inside, a hundred at a time, first with credit and then without.
// Meanwhile twenty other tenants send small creates. They must get no 503, and their p99 is at most three times the calm p99 (four
// times in the gate, whose rounds are short). Periods with large bodies and calm periods alternate within seconds, so that a busy
// machine slows both down, and the median of the rounds' ratios counts. Afterwards a worker runs the accepted predictions: it reads
// every picture, and no picture remains.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { LoadClient } from '../harness/callers/client.mjs';
import { sendLargeBodies } from '../harness/callers/large-bodies.mjs';

const TENANTS = 20;
const CALM_MS = 1_000;
const BODY_BYTES = 1024 * 1024 - 512;
/** Bodies before the first round, which warm up the code. */
const WARM_UP = 20;
/** Largest ratio of the p99 beside large bodies to the calm p99. */
const MAX_RATIO = { gate: 4, short: 3, long: 3 };

export default {
  name: 'E1',
  title: 'one tenant’s bodies of 1 MiB, with and without credit, beside small creates of twenty others',
  seconds: 60,
  largerTiers: true,
  async run(context) {
    const total = context.count({ gate: 24, short: 100, long: 200 });
    const rounds = { gate: 3, short: 5, long: 9 }[context.tier];
    const maxRatio = MAX_RATIO[context.tier];
    const cluster = await context.startCluster({ processes: { api: 1, worker: 1 }, startServices: false });
    const [api] = cluster.apis;
    const [worker] = cluster.workers;
    await api.start();
    const small = await context.makeKeys(cluster.database, { accounts: TENANTS });
    const rich = await context.makeKeys(cluster.database, { keysEach: 4 });
    const poor = await context.makeKeys(cluster.database, { keysEach: 4, credits: 0 });
    const client = new LoadClient([api], [...small, ...rich], context.random.fork('client'), {
      connections: TENANTS + 4,
    });
    const watch = context.watch({ cluster, client });
    const body = JSON.stringify({ modelKey: 'chaos-picture', imageUrl: await picture() });
    const otherTenants = new OtherTenants(context, client, small);

    const figures = {};
    const accepted = [];
    for (const [name, keys, wanted] of [
      ['with credit', rich, '201'],
      ['without credit', poor, '402'],
    ]) {
      const secrets = keys.map(({ secret }) => secret);
      const order = { base: api.base, secrets, total, concurrency: Math.min(100, total), body };
      const seen = [];
      accepted.push(...(await sendLargeBodies({ ...order, total: WARM_UP })).ids);
      let before = await otherTenants.during(() => sleep(CALM_MS));
      for (let round = 0; round < rounds; round += 1) {
        let sent;
        const beside = await otherTenants.during(async () => {
          sent = await sendLargeBodies(order);
        });
        const after = await otherTenants.during(() => sleep(CALM_MS));
        if (Object.keys(sent.statuses).join() !== wanted)
          context.fail(`large bodies ${name} were not all answered ${wanted}`, sent.statuses);
        accepted.push(...sent.ids);
        const calm = (before.p99 + after.p99) / 2;
        seen.push({ calm, beside: beside.p99, ratio: beside.p99 / calm });
        before = after;
      }
      const typical = seen.toSorted((a, b) => a.ratio - b.ratio)[Math.floor(rounds / 2)];
      context.log(
        `${name}: ${seen.map(({ ratio }) => ratio.toFixed(1)).join(' ')} ${JSON.stringify(typical)}`,
      );
      figures[`p99 ms ${name} (calm, beside)`] = `${typical.calm}, ${typical.beside}`;
      if (typical.ratio > maxRatio)
        context.late(`creates beside large bodies ${name} took more than ${maxRatio} times as long`, seen);
    }
    await worker.start();
    for (const id of accepted) client.acknowledge(id, rich[0], id);
    for (const id of accepted) {
      const { status, error } = await client.follow(id);
      if (status !== 'completed')
        context.fail('a picture that was sent inside its request was not read', { id, error });
    }
    await noneLeft(context, cluster);
    const checks = await watch.finish();
    if (client.wrong.length > 0) context.fail('answers', client.wrong);
    if (cluster.unexpectedExits.length > 0)
      context.fail('a process ended by itself', cluster.unexpectedExits);
    await client.close();
    return {
      n: {
        'large bodies': 2 * (WARM_UP + rounds * total),
        'small creates': otherTenants.total,
        ...figures,
        ...checks,
      },
    };
  },
};

/** Twenty tenants that send small creates sequentially. */
class OtherTenants {
  total = 0;

  constructor(context, client, keys) {
    Object.assign(this, { context, client, keys });
  }

  /** @returns {Promise<{count: number, p50: number, p99: number, slowest: number}>} of the creates made while `work` ran */
  async during(work) {
    const times = [];
    let over = false;
    const loop = async (key) => {
      while (!over) {
        const body = { modelKey: 'chaos-idempotent', runMs: 0 };
        const answer = await this.client.request('POST', '/api/generate', { key, body });
        // The connection was closed between two requests. Unexpected exits are checked at the end.
        if (answer === null) continue;
        if (answer.status !== 201)
          this.context.fail('a create beside large bodies was rejected', answer.text);
        times.push(answer.ms);
      }
    };
    const loops = Promise.all(this.keys.map(loop));
    await Promise.race([work().finally(() => (over = true)), loops]);
    await loops;
    this.total += times.length;
    times.sort((a, b) => a - b);
    const at = (share) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))]);
    return { count: times.length, p50: at(0.5), p99: at(0.99), slowest: at(1) };
  }
}

/** A data URL that fills the body: a small picture, and noise after its end, which readers skip. */
async function picture() {
  const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#268' } })
    .png()
    .toBuffer();
  const noise = Buffer.alloc(Math.floor((BODY_BYTES * 3) / 4) - png.length - 200, 7);
  return `data:image/png;base64,${Buffer.concat([png, noise]).toString('base64')}`;
}

async function noneLeft(context, cluster) {
  const until = performance.now() + 10_000;
  for (;;) {
    const files = await readdir(join(cluster.directory, 'data', 'assets', 'inputs')).catch(() => []);
    const [{ rows }] = await cluster.database.query(
      `select (select count(*)::int from inline_inputs) + (select count(*)::int from predictions where inline_media is not null) as rows`,
    );
    if (rows === 0 && files.length === 0) return;
    if (performance.now() > until) context.fail('pictures remained', { rows, files: files.length });
    await sleep(100);
  }
}
