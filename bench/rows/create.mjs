/**
 * POST /api/generate against pgbench that does the same durable writes as one prepared statement, straight to the
 * same server and tables. pgbench is given the number of clients that suits it best. A hot account has 20 keys, the
 * most there are, so that what is hot is its wallet and no key meets its limit.
 */
import { fileURLToPath } from 'node:url';
import { interleave, secondsOf } from '../interleave.mjs';
import { measureLoad } from '../load.mjs';
import { findPgbench, pgbench } from '../pgbench.mjs';
import { comparison } from '../row.mjs';
import { CUSTOMERS, HOT_ACCOUNT } from '../seed.mjs';
import { median } from '../statistics.mjs';

const SCRIPT = fileURLToPath(new URL('../floors/create.sql', import.meta.url));
const CLIENTS = [4, 8, 16];
const TARGET = { text: 'ratio ≥ 0.5', reached: (row) => row.ratio >= 0.5 };
const BODY = JSON.stringify({
  modelKey: 'embedded-image',
  prompt: 'a lighthouse on a cliff at dusk',
  aspectRatio: '16:9',
});

export async function measureCreate(bench) {
  const program = findPgbench(bench.log);
  return [
    await compare(bench, program, 'POST /api/generate, 1,000 accounts', 1, CUSTOMERS),
    await compare(bench, program, 'POST /api/generate, one hot account', HOT_ACCOUNT, HOT_ACCOUNT),
  ];
}

async function compare({ service, secrets, rounds, seconds }, program, name, first, last) {
  const requests = [];
  for (let account = first; account <= last; account++) requests.push(...secrets.get(account).map(create));
  const floors = CLIENTS.map((clients) => [
    `pgbench -c ${clients}`,
    () => pgbench(program, service, SCRIPT, { clients, seconds, variables: { first, last } }),
  ]);
  const samples = await interleave(
    {
      service: (round) => measureLoad(service, { requests, seconds: secondsOf(round, seconds) }),
      ...Object.fromEntries(floors),
    },
    rounds,
  );
  const rate = (floor) => median(samples[floor].map(({ perSecond }) => perSecond));
  const [best] = floors.map(([floor]) => floor).sort((a, b) => rate(b) - rate(a));
  return comparison(name, samples.service, best, samples[best], TARGET);
}

function create(secret) {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  return { method: 'POST', path: '/api/generate', headers, body: BODY };
}
