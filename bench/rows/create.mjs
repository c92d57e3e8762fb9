/**
 * Compares POST /api/generate with pgbench, which does the same durable writes as one prepared statement on the same server
 * and tables, with its best number of clients: all numbers are tried first, the best two take part in every round. The hot
 * account has 20 keys, the maximum, so that its wallet is the bottleneck. Its rounds are bursts that stay together below the
 * keys' limits.
 */
import { fileURLToPath } from 'node:url';
import { interleave, secondsOf } from '../interleave.mjs';
import { measureLoad } from '../load.mjs';
import { findPgbench, pgbench } from '../pgbench.mjs';
import { createsOf } from '../requests.mjs';
import { atLeast, comparison } from '../row.mjs';
import { CUSTOMERS, HOT_ACCOUNT } from '../seed.mjs';
import { median } from '../statistics.mjs';
import { residentMb } from '../usage.mjs';

const SCRIPT = fileURLToPath(new URL('../floors/create.sql', import.meta.url));
const CLIENTS = [1, 2, 4, 8, 16, 32];
const FEWER_CLIENTS = [1, 4, 16];
const TRIAL_SECONDS = 1;
/** Limit of 20 keys: 120,000. */
const HOT_REQUESTS = 100_000;
/** Approximate throughput, for the size of a burst. */
const HOT_PER_SECOND = 5_000;

export const create = { name: 'create', measure };

async function measure(bench) {
  const program = findPgbench(bench.log);
  const database = await bench.database();
  const service = await bench.service({ roles: 'api', databaseUrl: database.url });
  const here = { ...bench, program, service };
  const long = (round) => ({ seconds: secondsOf(round, bench) });
  const bound = Math.floor(HOT_REQUESTS / (bench.rounds + 1));
  const burst = (round) => ({ amount: Math.min(bound, HOT_PER_SECOND * secondsOf(round, bench)) });
  return [
    await compare(here, 'POST /api/generate, 1,000 accounts', [1, CUSTOMERS], long, atLeast(0.8)),
    await compare(here, 'POST /api/generate, one hot account', [HOT_ACCOUNT, HOT_ACCOUNT], burst, atLeast(4)),
  ];
}

async function compare(
  { service, secrets, rounds, seconds, program, quick },
  name,
  [first, last],
  load,
  target,
) {
  const run = (clients, length) =>
    pgbench(program, service, SCRIPT, { clients, seconds: length, variables: { first, last } });
  const floors = await bestTwo(quick ? FEWER_CLIENTS : CLIENTS, (clients) => run(clients, TRIAL_SECONDS));
  const requests = createsOf(secrets, first, last);
  const samples = await interleave(
    {
      service: (round) => measureLoad(service, { requests, ...load(round) }),
      ...Object.fromEntries(floors.map((clients) => [clients, () => run(clients, seconds)])),
    },
    rounds,
  );
  const rate = (clients) => median(samples[clients].map(({ perSecond }) => perSecond));
  const [best] = floors.sort((a, b) => rate(b) - rate(a));
  const memory = { memory: residentMb(service.pid) };
  return comparison(
    name,
    samples.service,
    `pgbench -c ${best}, the same writes`,
    samples[best],
    target,
    memory,
  );
}

async function bestTwo(choice, run) {
  const rates = new Map();
  for (const clients of choice) rates.set(clients, (await run(clients)).perSecond);
  return [...choice].sort((a, b) => rates.get(b) - rates.get(a)).slice(0, 2);
}
