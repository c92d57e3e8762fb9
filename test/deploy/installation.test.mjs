/**
 * Two API processes behind HAProxy with deploy/haproxy/api.cfg, a worker, and a real Prometheus that scrapes all three: callers notice
 * no restart, and every query of the dashboard and of the autoscaler has an answer.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { load as parseYaml } from 'js-yaml';
import { LoadClient } from '../../prove/harness/callers/client.mjs';
import { makeKeys } from '../../prove/harness/callers/make-keys.mjs';
import { SteadyLoad } from '../../prove/harness/callers/steady-load.mjs';
import { Cluster } from '../../prove/harness/cluster/cluster.mjs';
import { freePort } from '../../prove/harness/cluster/ports.mjs';
import { Prometheus } from '../../prove/harness/cluster/prometheus.mjs';
import { removeTemplate } from '../../prove/harness/database/template.mjs';
import { Random } from '../../prove/harness/random.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const plugin = (name) => join(root, 'prove/harness/engines', name);
const PLUGINS = ['engine-plugin.mjs', 'alarm-plugin.mjs', 'event-plugin.mjs'].map(plugin).join(',');
const POLL_MS = 100;
const RANDOM = new Random('deploy');
/** The port is fixed by api.cfg; the address is any of 127.0.0.0/8. */
const ADDRESS = `127.${randomByte()}.${randomByte()}`;

function randomByte() {
  return 1 + Math.floor(Math.random() * 250);
}

let cluster;
let haproxy;
let prometheus;
let base;
let key;
let client;
let startedAt;

before(async () => {
  cluster = await Cluster.start({
    processes: [
      { name: 'api-1', roles: 'api', env: { HOST: `${ADDRESS}.1`, TRUST_PROXY: '1' } },
      { name: 'api-2', roles: 'api', env: { HOST: `${ADDRESS}.2`, TRUST_PROXY: '1' } },
      { name: 'worker-1', roles: 'worker' },
    ],
    env: { PLUGINS, CHAOS_EVENTS: '/dev/null', LEASE_SECONDS: '30', PLATFORM_RATE_LIMIT_PER: 'ip' },
    startServices: false,
  });
  for (const api of cluster.apis) {
    api.port = 3000;
    api.base = `http://${api.env.HOST}:3000`;
  }
  await Promise.all(cluster.services.map((service) => service.start()));
  [haproxy, prometheus] = await Promise.all([
    startHaproxy(),
    Prometheus.start(
      cluster.services.map((service) => service.base),
      { scrapeSeconds: 1 },
    ),
  ]);
  startedAt = Date.now() / 1000;
  [key] = await makeKeys(cluster.database);
  client = new LoadClient([{ base }], [key], RANDOM.fork('client'));
});

after(async () => {
  await client?.close();
  if (haproxy?.exitCode === null) {
    const gone = once(haproxy, 'exit');
    haproxy.kill('SIGKILL');
    await gone;
  }
  await prometheus?.stop();
  await cluster?.stop();
  await removeTemplate();
});

async function startHaproxy() {
  const listen = `127.0.0.1:${await freePort()}`;
  base = `http://${listen}`;
  const child = spawn('haproxy', ['-db', '-f', join(root, 'deploy/haproxy/api.cfg')], {
    env: {
      PATH: process.env.PATH,
      LISTEN: listen,
      API1: `${ADDRESS}.1`,
      API2: `${ADDRESS}.2`,
      ADMIN_SOCKET: join(cluster.directory, 'haproxy.sock'),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  child.once('error', () => {});
  process.once('exit', () => child.kill('SIGKILL'));
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`haproxy ended with ${child.exitCode}`);
    return (await fetch(`${base}/api/models`).catch(() => null))?.ok === true;
  });
  return child;
}

async function until(condition) {
  for (;;) {
    if (await condition()) return;
    await sleep(POLL_MS);
  }
}

/** Sends a request target as it is. @returns the whole response */
async function raw(target) {
  const { hostname, port } = new URL(base);
  const socket = createConnection(Number(port), hostname);
  socket.end(`GET ${target} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n\r\n`);
  let text = '';
  for await (const chunk of socket.setEncoding('utf8')) text += chunk;
  return text;
}

/** @returns rows of HAProxy's statistics: {svname, status, …} */
async function statistics() {
  const socket = createConnection(join(cluster.directory, 'haproxy.sock'));
  socket.end('show stat\n');
  let text = '';
  for await (const chunk of socket.setEncoding('utf8')) text += chunk;
  const [head, ...lines] = text.trim().split('\n');
  const names = head.replace('# ', '').split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, at) => [names[at], value])));
}

test('promtool finds no fault in the metrics of an API process and of a worker', async () => {
  for (const { base: url } of [cluster.apis[0], cluster.workers[0]]) {
    const input = await (await fetch(`${url}/metrics`)).text();
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input,
      encoding: 'utf8',
    });
    assert.deepEqual({ status, output: stdout + stderr }, { status: 0, output: '' });
  }
});

test('HAProxy does not publish /health and /metrics, in any spelling', async () => {
  const targets = [
    '/health/ready',
    '/health',
    '/metrics',
    '/METRICS',
    '/%6detrics',
    '//metrics',
    '/metrics/?a=b',
  ];
  for (const target of [...targets, `${base}/metrics`]) {
    const response = await raw(target);
    assert.match(response, /^HTTP\/1\.1 404 /, target);
    assert.match(response, /"code":"not_found"/, target);
    assert.doesNotMatch(response, /offprint_|"checks"/, target);
  }
});

test('a process behind HAProxy sees the address of its caller, and not one that the caller made up', async () => {
  const sent = request(`${base}/api/credits/balance`, {
    localAddress: '127.0.0.9',
    headers: { authorization: `Bearer ${key.secret}`, 'x-forwarded-for': '203.0.113.7' },
  }).end();
  const [response] = await once(sent, 'response');
  response.resume();
  assert.equal(response.statusCode, 200);
  const rows = await cluster.database.query(`select distinct subject from budgets where subject like 'ip:%'`);
  const subjects = rows.map(({ subject }) => subject);
  assert.ok(subjects.includes('ip:127.0.0.9'), String(subjects));
  assert.ok(!subjects.includes('ip:203.0.113.7'));
});

test('no request fails while each API process restarts under keep-alive load', async () => {
  const keys = await makeKeys(cluster.database, { accounts: 2, keysEach: 5 });
  const load = new SteadyLoad([{ base }], keys, RANDOM.fork('load'), { runMs: 300 });
  load.start();
  const exits = [];
  const states = new Set();
  for (const api of cluster.apis) {
    await load.untilProgress();
    exits.push((await api.terminate()).code);
    await until(async () => {
      const row = (await statistics()).find(({ svname }) => svname === api.name.replace('-', ''));
      states.add(row.status.split(' ')[0]);
      return row.status.startsWith('DOWN');
    });
    await load.untilProgress();
    await api.start();
    await until(async () => {
      const row = (await statistics()).find(({ svname }) => svname === api.name.replace('-', ''));
      return row.status === 'UP';
    });
  }
  await load.untilProgress();
  await load.stop();
  const answers = Object.fromEntries(load.client.answers);
  const requests = Object.values(answers).reduce((sum, count) => sum + count, 0);
  console.error(`${requests} requests: ${JSON.stringify(answers)}`);
  await load.client.close();
  assert.deepEqual(exits, [0, 0]);
  assert.ok(states.has('DOWN'));
  assert.deepEqual(load.lost, []);
  assert.deepEqual([...load.client.errors], []);
  assert.deepEqual(load.client.wrong, []);
  assert.deepEqual(
    Object.keys(answers).filter((status) => Number(status) >= 500),
    [],
  );
});

test('every query of the dashboard returns a series of a running installation', async () => {
  await makeTraffic();
  const dashboard = JSON.parse(await readFile(join(root, 'deploy/grafana/offprint.json'), 'utf8'));
  const queries = dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ title, expr: expr.replaceAll('$__rate_interval', '10s') })),
  );
  assert.ok(queries.length > 30);
  // Rates need two scrapes of what has just happened.
  const deadline = performance.now() + 60_000;
  let empty = queries;
  while (empty.length > 0 && performance.now() < deadline) {
    const results = await Promise.all(empty.map(({ expr }) => prometheus.series(expr, startedAt)));
    empty = empty.filter(
      (_, at) => !results[at].some(({ values }) => values.some(([, value]) => value !== 'NaN')),
    );
    if (empty.length > 0) await sleep(500);
  }
  assert.deepEqual(empty, []);
});

/** Predictions that complete, fail, wait and open a circuit; rejected requests. */
async function makeTraffic() {
  const create = (body) => client.create({ prompt: 'a', ...body }, { key });
  const [poor] = await makeKeys(cluster.database, { credits: 0 });
  const alarm = (does) => create({ modelKey: 'chaos-alarm', does });
  const failing = await Promise.all([alarm('fail'), alarm('fail'), alarm('succeed')]);
  const broken = await Promise.all(Array.from({ length: 3 }, () => create({ modelKey: 'chaos-broken' })));
  await Promise.all(failing.map((id) => client.follow(id)));
  const rejected = await client.request('POST', '/api/generate', {
    key: poor,
    body: { modelKey: 'chaos-alarm', prompt: 'a' },
  });
  assert.equal(rejected.status, 402);
  const [worker] = cluster.workers;
  worker.signal('SIGSTOP');
  const waiting = await alarm('succeed');
  await until(async () => (await prometheus.value('max(offprint_oldest_waiting_seconds)')) > 1);
  assert.ok((await prometheus.value(await autoscalerQuery())) > 1);
  worker.signal('SIGCONT');
  await client.follow(waiting);
  for (const id of broken) await client.request('POST', `/api/generate/${id}/cancel`, { key });
}

async function autoscalerQuery() {
  const file = await readFile(join(root, 'deploy/kubernetes/prometheus-adapter.yaml'), 'utf8');
  const [rule] = parseYaml(file).rules.external;
  assert.equal(rule.name.as, 'offprint_oldest_waiting_seconds');
  return rule.metricsQuery.replaceAll('<<.LabelMatchers>>', 'job="offprint"');
}

test("the autoscaler's query is 0 when nothing waits, and has no value when no process reads the database", async () => {
  const query = await autoscalerQuery();
  await until(async () => (await prometheus.value(query)) === 0);
  await cluster.postgres.stopImmediate();
  try {
    await until(async () => (await prometheus.value(query)) === null);
  } finally {
    await cluster.postgres.start();
  }
});

test('without an API process HAProxy responds with the error of the service, which callers retry', async () => {
  await Promise.all(cluster.apis.map((api) => api.terminate()));
  const areDown = ({ svname, status }) => svname.startsWith('api') && status.startsWith('DOWN');
  await until(async () => (await statistics()).filter(areDown).length === 2);
  const response = await fetch(`${base}/api/models`);
  assert.equal(response.status, 503);
  assert.equal(response.headers.get('retry-after'), '2');
  assert.equal((await response.json()).code, 'service_unavailable');
});
