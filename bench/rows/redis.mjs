/**
 * Compares two API processes whose limits and notices are in Redis (packages/redis-limits) with two whose are in PostgreSQL, for
 * polls and creates. Redis keeps no file here. Both pairs load an extension, so neither runs from the bundle.
 */
import { fileURLToPath } from 'node:url';
import { interleave, secondsOf } from '../interleave.mjs';
import { CONNECTIONS, drive } from '../load.mjs';
import { startRedis } from '../redis.mjs';
import { create, pollsOf, range } from '../requests.mjs';
import { comparison } from '../row.mjs';
import { CUSTOMERS } from '../seed.mjs';
import { clocksOf, cpuSeconds } from '../usage.mjs';

const pluginAt = (name) => fileURLToPath(new URL(`../plugins/${name}.mjs`, import.meta.url));

export const redis = { name: 'redis', measure };

async function measure(bench) {
  const server = await startRedis(bench, { durable: false });
  const settings = { PLUGINS: pluginAt('redis-limits'), REDIS_URL: server.url };
  const pairs = {
    redis: await startPair(bench, settings, server.pid),
    postgres: await startPair(bench, { PLUGINS: pluginAt('nothing') }),
  };
  const polls = pollsOf(bench.secrets, 1, CUSTOMERS);
  const creates = range(1, CUSTOMERS).map((account) => create(bench.secrets.get(account)[0]));
  return [
    await compare(bench, 'status poll, two API processes, limits in Redis', pairs, polls),
    await compare(bench, 'POST /api/generate, two API processes, limits in Redis', pairs, creates),
  ];
}

async function compare(bench, name, pairs, requests) {
  const run = (pair) => (round) => pair.measure(requests, secondsOf(round, bench));
  const samples = await interleave({ redis: run(pairs.redis), postgres: run(pairs.postgres) }, bench.rounds);
  const each = samples.redis.map(({ cpuRedis }) => cpuRedis.toFixed(0));
  const note = `Redis itself: ${each.join(', ')} µs per request`;
  return comparison(name, samples.redis, 'limits in PostgreSQL', samples.postgres, undefined, { note });
}

async function startPair(bench, settings, redisPid) {
  const { url: databaseUrl } = await bench.database();
  const start = () => bench.service({ roles: 'api', databaseUrl, settings });
  const services = [await start(), await start()];
  const clocks = () => {
    const each = services.map(clocksOf);
    const server = each.reduce((sum, clock) => sum + clock.server, 0);
    return { server, database: each[0].database, redis: redisPid ? cpuSeconds(redisPid) : 0 };
  };
  return {
    async measure(requests, seconds) {
      const before = clocks();
      const results = await Promise.all(
        services.map(({ url }) => drive({ url, connections: CONNECTIONS / 2, requests, seconds })),
      );
      const after = clocks();
      const sum = (what) => results.reduce((total, result) => total + result[what], 0);
      const count = sum('requests');
      if (sum('refused') + sum('broken') > 0 || count === 0)
        throw new Error(
          `of ${count} requests ${sum('refused')} were rejected, ${sum('broken')} had no response`,
        );
      const perRequest = (name) => ((after[name] - before[name]) * 1e6) / count;
      return {
        perSecond: sum('perSecond'),
        p50: Math.max(...results.map(({ p50 }) => p50)),
        p99: Math.max(...results.map(({ p99 }) => p99)),
        cpuServer: perRequest('server'),
        cpuDatabase: perRequest('database'),
        cpuRedis: perRequest('redis'),
      };
    },
  };
}
