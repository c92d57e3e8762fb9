/**
 * Compares the routes that read (keys, balance, history, models, download) with a bare server that does the same reads and sends
 * the same bytes. Before it measures, it checks that the bytes are equal.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SignedLinks } from '../../dist/assets/delivery/signed-links.js';
import { AccessTokens } from '../../dist/auth/tokens/access-tokens.js';
import { hashSecret } from '../../dist/keys/key-secret.js';
import { SigningSecret } from '../../dist/platform/config/signing-secret.js';
import { interleave, secondsOf } from '../interleave.mjs';
import { measureLoad } from '../load.mjs';
import { startProgram } from '../program.mjs';
import { bearer, page, range } from '../requests.mjs';
import { atLeast, comparison } from '../row.mjs';
import { CUSTOMERS, fillTable, seedSignIns, uuidOf } from '../seed.mjs';

const BARE = fileURLToPath(new URL('../floors/bare-routes.mjs', import.meta.url));
const SECRET = 'a secret of the routes, long enough to be one';
/** The secret of the service's signed links. */
const LINKS = new SigningSecret(SECRET).derive('asset links').toString('hex');
const PREDICTIONS_EACH = 25;
const OUTPUT = { name: 'predictions/pred_bench/0.png', bytes: 1024 * 1024 };

export const routes = { name: 'routes', measure };

async function measure(bench) {
  const { client, url: databaseUrl } = await bench.database();
  await seedSignIns(client);
  // Only completed predictions: the floor shows no others.
  await client.query('delete from predictions');
  await fillTable(client, CUSTOMERS * PREDICTIONS_EACH, bench.log);
  const directory = await mkdtemp(join(tmpdir(), 'offprint-bench-'));
  bench.after(() => rm(directory, { recursive: true, force: true }));
  const output = await storeOutput(directory);
  const service = await bench.service({
    roles: 'api',
    databaseUrl,
    directory,
    settings: { JWT_SECRET: SECRET },
  });
  const models = join(directory, 'models.json');
  await writeFile(models, await read(service, { path: '/api/models' }));
  const bare = await startBare(bench, [databaseUrl, LINKS, service.url, models, output]);
  const lines = [];
  for (const route of routesOf(bench.secrets)) lines.push(await compare(bench, route, service, bare));
  return lines;
}

/** Returns the routes: requests of the service, and those of the floor in the same order. */
function routesOf(secrets) {
  const tokens = new AccessTokens(new SigningSecret(SECRET));
  const expiresAt = new Date(Date.now() + 24 * 3_600_000);
  const accounts = range(1, CUSTOMERS);
  const get = (path, headers = {}) => ({ method: 'GET', path, headers });
  const secretOf = (account) => secrets.get(account)[0];
  const hashOf = (account) => hashSecret(secretOf(account)).slice('\\x'.length);
  const keysOf = (account) =>
    get('/api/keys', bearer(tokens.issue(uuidOf('e', account), uuidOf('f', account)).accessToken));
  const link = new SignedLinks(LINKS).mint({ name: OUTPUT.name, expiresAt });
  return [
    {
      name: 'GET /api/keys',
      requests: accounts.map(keysOf),
      floor: accounts.map((account) => get(`/keys/${uuidOf('f', account)}`)),
      target: 0.7,
    },
    {
      name: 'GET /api/credits/balance',
      requests: accounts.map((account) => get('/api/credits/balance', bearer(secretOf(account)))),
      floor: accounts.map((account) => get(`/balance/${hashOf(account)}`)),
      target: 0.8,
    },
    {
      name: 'GET /api/generate/history, 20 predictions',
      requests: accounts.map((account) => page(secretOf(account))),
      floor: accounts.map((account) => get(`/history/${hashOf(account)}`)),
      target: 0.85,
    },
    { name: 'GET /api/models', requests: [get('/api/models')], floor: [get('/models')], target: 0.9 },
    { name: 'download of 1 MB by link', requests: [get(link)], floor: [get('/download')], target: 0.95 },
  ];
}

async function compare(bench, { name, requests, floor, target }, service, bare) {
  const [sent, expected] = await Promise.all([read(service, requests[0]), read(bare, floor[0])]);
  if (!sent.equals(expected)) throw new Error(`${name}: the floor sends other bytes:\n${sent}\n${expected}`);
  const load = (server, list) => (round) =>
    measureLoad(server, { requests: list, seconds: secondsOf(round, bench) });
  const samples = await interleave(
    { service: load(service, requests), bare: load(bare, floor) },
    bench.rounds,
  );
  return comparison(
    name,
    samples.service,
    'bare node:http, the same reads and bytes',
    samples.bare,
    atLeast(target),
  );
}

async function read({ url }, { path, headers }) {
  const answer = await fetch(url + path, { headers });
  const body = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${body}`);
  return body;
}

/** Stores a file as the service does. @returns its path. */
async function storeOutput(directory) {
  const path = join(directory, 'assets', OUTPUT.name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, randomBytes(OUTPUT.bytes));
  return path;
}

async function startBare({ after, postgres }, args) {
  const program = await startProgram(BARE, args);
  after(program.stop);
  return {
    url: `http://127.0.0.1:${program.first}`,
    pid: program.pid,
    postmasterPid: postgres.postmasterPid,
  };
}
