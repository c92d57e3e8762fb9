/**
 * Compares two API and two worker processes with one of each: predictions are created through all API processes at once and
 * drained until the last one is settled. The speed-up depends on the number of cores. A lock must not prevent it, so the
 * database's wait events are sampled meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { BENCH_ENGINE } from '../engine/settings.mjs';
import { interleave } from '../interleave.mjs';
import { drive } from '../load.mjs';
import { create, range } from '../requests.mjs';
import { comparison } from '../row.mjs';
import { CUSTOMERS } from '../seed.mjs';
import { sharesOf, watchSessions } from '../sessions.mjs';

const SETTINGS = { ...BENCH_ENGINE, WORKER_CONCURRENCY: '200', LOG_LEVEL: 'error' };
const CREATED = `select count(*)::int as created from predictions where provider = 'bench'`;
const HAS_PROCESSING = `select exists (select from predictions where status = 'processing' and provider = 'bench') as some`;

export const processes = { name: 'processes', measure };

async function measure(bench) {
  const single = await startCluster(bench, 1);
  const double = await startCluster(bench, 2);
  const samples = await interleave({ double: double.run, single: single.run }, bench.rounds);
  const note = `sessions: ${sharesOf(double.waits)} (one + one: ${sharesOf(single.waits)})`;
  const more = { note, waits: { double: double.waits, single: single.waits } };
  return [
    comparison(
      'created and settled, two API + two workers',
      samples.double,
      'one + one',
      samples.single,
      undefined,
      more,
    ),
  ];
}

async function startCluster(bench, size) {
  const { name, client, url: databaseUrl } = await bench.database();
  const start = (roles) => bench.service({ roles, databaseUrl, settings: SETTINGS });
  const apis = [];
  for (let number = 1; number <= size; number++) {
    apis.push(await start('api'));
    await start('worker');
  }
  const observer = await bench.postgres.connect('bench');
  bench.after(() => observer.end());
  const requests = range(1, CUSTOMERS).map((account) =>
    create(bench.secrets.get(account)[0], { modelKey: 'bench-nothing' }),
  );
  const waits = {};
  return {
    waits,
    async run(round) {
      const over = new AbortController();
      const watching = round > 0 && watchSessions(observer, name, waits, over.signal);
      const created = async () => (await client.query(CREATED)).rows[0].created;
      const before = await created();
      const startedAt = performance.now();
      const amount = bench.created / size;
      await Promise.all(apis.map(({ url }) => drive({ url, connections: 64 / size, requests, amount })));
      while ((await client.query(HAS_PROCESSING)).rows[0].some) await sleep(5);
      const seconds = (performance.now() - startedAt) / 1000;
      over.abort();
      await watching;
      return { perSecond: ((await created()) - before) / seconds };
    },
  };
}
