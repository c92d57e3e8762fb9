/**
 * Compares status polls and creates of a service that records 1 % of its requests with one that records none: two databases and two
 * services, in alternating rounds. Both run with an extension, since a service with extensions runs from separate files. What
 * is recorded goes to a server of this process that discards it.
 */
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interleave, secondsOf } from '../interleave.mjs';
import { measureLoad } from '../load.mjs';
import { createsOf, pollsOf } from '../requests.mjs';
import { atLeast, comparison } from '../row.mjs';
import { CUSTOMERS } from '../seed.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PACKAGE = join(ROOT, 'packages/telemetry');
const EMPTY = 'export default { name: "empty" };\n';

export const telemetry = { name: 'telemetry', measure };

async function measure(bench) {
  const folder = await install(bench);
  const collector = await startCollector(bench);
  const [recorded, plain] = [
    await start(bench, {
      PLUGINS: join(folder, 'node_modules/@offprint/telemetry/dist/index.js'),
      ...collector.env,
    }),
    await start(bench, { PLUGINS: join(folder, 'empty.mjs') }),
  ];
  const compare = async (name, requests) => {
    const run = (service) => (round) => measureLoad(service, { requests, seconds: secondsOf(round, bench) });
    const samples = await interleave({ recorded: run(recorded), plain: run(plain) }, bench.rounds);
    return comparison(name, samples.recorded, 'nothing recorded', samples.plain, atLeast(0.97));
  };
  const lines = [
    await compare('status poll, 1 % recorded', pollsOf(bench.secrets, 1, CUSTOMERS)),
    await compare('POST /api/generate, 1 % recorded', createsOf(bench.secrets, 1, CUSTOMERS)),
  ];
  if (collector.exports === 0) throw new Error('nothing was recorded');
  return lines;
}

async function start(bench, settings) {
  const database = await bench.database();
  return bench.service({ roles: 'api', databaseUrl: database.url, settings });
}

/** Installs the package beside this checkout's service, as npm does. */
async function install(bench) {
  const folder = await mkdtemp(join(tmpdir(), 'offprint-bench-telemetry-'));
  bench.after(() => rm(folder, { recursive: true }));
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, '@offprint/telemetry'), { recursive: true });
  for (const name of ['dist', 'package.json'])
    await cp(join(PACKAGE, name), join(modules, '@offprint/telemetry', name), { recursive: true });
  await symlink(ROOT, join(modules, 'offprint'));
  for (const scope of ['@opentelemetry', '@nestjs'])
    await symlink(join(ROOT, 'node_modules', scope), join(modules, scope));
  await writeFile(join(folder, 'empty.mjs'), EMPTY);
  return folder;
}

async function startCollector(bench) {
  const collector = { exports: 0, env: {} };
  const server = createServer((request, response) => {
    collector.exports += 1;
    request.resume().on('end', () => response.end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  bench.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const endpoint = `http://127.0.0.1:${server.address().port}`;
  collector.env = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: '0.01' };
  return collector;
}
