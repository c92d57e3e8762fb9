/**
 * Compares with a conventional implementation of the same two endpoints (bench/usual), on the same server, with the same
 * accounts and keys: status polls and creates of 1,000 accounts.
 */
import { hashSecret } from '../../dist/keys/key-secret.js';
import { interleave, secondsOf } from '../interleave.mjs';
import { measureLoad } from '../load.mjs';
import { startRedis } from '../redis.mjs';
import { createsOf, poll, pollsOf, range } from '../requests.mjs';
import { atLeast, comparison } from '../row.mjs';
import { CUSTOMERS, predictionOf, uuid } from '../seed.mjs';
import { startUsual } from '../usual/start.mjs';

const AGAINST = 'NestJS + TypeORM + throttler, the usual way';
const ACCOUNTS = `insert into account (id, balance) select ${uuid('a', 'n')}, 1000000000000 from generate_series(1, $1::int) n`;
const KEYS = `
insert into api_key (id, "accountId", "secretHash", scopes, "rateLimit")
select ${uuid('c', 'n * 32 + 1')}, ${uuid('a', 'n')}, hash, '{read,write}', 6000
from unnest($1::text[]) with ordinality as k (hash, n)
`;
const BEGUN = `
insert into prediction (id, "accountId", "keyId", "modelKey", model, modality, operation, input, cost, attempts, progress, "startedAt")
select ${uuid('b', 'n')}, ${uuid('a', 'n')}, ${uuid('c', 'n * 32 + 1')}, 'embedded-image', 'embedded/scene-image', 'image',
  'text-to-image', '{"prompt": "a lighthouse on a cliff at dusk"}', 3000, 1, 50, now() from generate_series(1, $1::int) n
`;

export const usual = { name: 'usual', measure };

async function measure(bench) {
  const { secrets, rounds } = bench;
  const database = await bench.database();
  const service = await bench.service({ roles: 'api', databaseUrl: database.url });
  const other = await startOther(bench);
  const lines = [];
  for (const [name, requests] of [
    ['status poll, 1,000 keys', pollsOf(secrets, 1, CUSTOMERS)],
    ['POST /api/generate, 1,000 accounts', createsOf(secrets, 1, CUSTOMERS)],
  ]) {
    const load = (server) => (round) => measureLoad(server, { requests, seconds: secondsOf(round, bench) });
    const samples = await interleave({ service: load(service), usual: load(other) }, rounds);
    lines.push(comparison(name, samples.service, AGAINST, samples.usual, atLeast(8)));
  }
  return lines;
}

async function startOther(bench) {
  const redis = await startRedis(bench, { durable: false });
  const { client, url: databaseUrl } = await bench.database({ empty: true });
  const server = await startUsual(bench, { databaseUrl, redisUrl: redis.url });
  const hashes = range(1, CUSTOMERS).map((account) =>
    hashSecret(bench.secrets.get(account)[0]).slice('\\x'.length),
  );
  await client.query(ACCOUNTS, [CUSTOMERS]);
  await client.query(KEYS, [hashes]);
  await client.query(BEGUN, [CUSTOMERS]);
  await client.query('vacuum analyze');
  await checkServer(server, poll(bench.secrets.get(1)[0], predictionOf(1)));
  return server;
}

/** Checks that the server responds correctly before it is measured. */
async function checkServer({ url }, { path, headers }) {
  const answer = await fetch(url + path, { headers });
  const body = await answer.json();
  if (body.progress !== 50)
    throw new Error(`the conventional application returned ${answer.status} ${JSON.stringify(body)}`);
}
