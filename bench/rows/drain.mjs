/**
 * Measures how fast one worker process begins, submits and settles queued predictions, each with its ledger transfer, with an
 * engine that takes no time. The references are queue libraries at their best settings (bench/peers), whose handlers settle the
 * same predictions in the same tables. They write no intent before the engine is called, and do not fence a stale worker's
 * writes.
 *
 * A library's handler settles one prediction. In the second line pg-boss, which passes whole batches to its handler, uses
 * the method of the service: one statement settles a thousand predictions.
 */
import { BENCH_ENGINE } from '../engine/settings.mjs';
import { interleave } from '../interleave.mjs';
import { startPeer } from '../peers/start.mjs';
import { drainOnce, watchOwn } from '../queue.mjs';
import { startRedis } from '../redis.mjs';
import { atLeast, comparison, figure } from '../row.mjs';
import { median, medians } from '../statistics.mjs';
import { residentMb } from '../usage.mjs';

export const drain = { name: 'drain', measure };

/** Name of the variant → program of bench/peers and its arguments. */
const PEERS = { 'graphile-worker': ['graphile-worker'], 'pg-boss': ['pg-boss'], BullMQ: ['bullmq'] };
const TOGETHER = 'pg-boss, a batch settled at once';
/** Enough slots to begin some batches while others are settled: the engine takes no time. */
const WORKER = { ...BENCH_ENGINE, WORKER_CONCURRENCY: '800', LOG_LEVEL: 'error' };
const TARGET = atLeast(1.5);

async function measure(bench) {
  const { rounds, drained: count } = bench;
  const redis = await startRedis(bench, { durable: true });
  const own = await startOwn(bench, 'bench-nothing', WORKER);
  const variants = { own: () => own.drain(count) };
  for (const [name, program] of Object.entries({ ...PEERS, [TOGETHER]: ['pg-boss', 'together'] })) {
    const drainOther = await startOther(bench, program, redis);
    variants[name] = () => drainOther(count);
  }
  const samples = await interleave(variants, rounds);
  const rate = (name) => median(samples[name].map(({ perSecond }) => perSecond));
  const [best] = Object.keys(PEERS).sort((a, b) => rate(b) - rate(a));
  const others = Object.fromEntries(Object.keys(variants).map((name) => [name, medians(samples[name])]));
  const note = Object.keys(PEERS).map((name) => `${name} ${Math.round(rate(name)).toLocaleString('en')} /s`);
  const name = `drain ${count.toLocaleString('en')} queued predictions`;
  const more = { memory: residentMb(own.pid), others };
  return [
    comparison(name, samples.own, `${best}, the best of three`, samples[best], TARGET, {
      ...more,
      note: note.join(', '),
    }),
    comparison(name, samples.own, TOGETHER, samples[TOGETHER], TARGET, more),
    await withFiles(bench),
  ];
}

/** Measures the same with a picture each, which the service inspects, stores and flushes to disk. */
async function withFiles(bench) {
  const count = bench.drained / 10;
  const own = await startOwn(bench, 'bench-picture', { ...WORKER, WORKER_CONCURRENCY: '64' });
  const samples = await interleave({ own: () => own.drain(count) }, Math.min(2, bench.rounds));
  const { perSecond, ...more } = medians(samples.own);
  return figure('the same, each with a picture inspected and stored', '/s', perSecond, more);
}

async function startOwn(bench, model, settings) {
  const { client, url: databaseUrl } = await bench.database();
  const service = await bench.service({ roles: 'worker', databaseUrl, settings });
  const watch = await watchOwn(client);
  const drain = (count) => drainOnce(client, service, { count, model, ...watch(count) });
  return { drain, pid: service.pid };
}

async function startOther(bench, program, redis) {
  const { client, url: databaseUrl } = await bench.database();
  const peer = await startPeer(bench, program, { databaseUrl, redisUrl: redis.url });
  const server = { pid: peer.pid, postmasterPid: bench.postgres.postmasterPid };
  const begin = (count) => () => () => peer.work(count);
  return (count) => drainOnce(client, server, { count, model: 'bench-nothing', begin: begin(count) });
}
