/**
 * Measures whole generations: a request that waits until the picture is stored and settled, through an engine that answers at once.
 * The floor is a proxy that writes a row before and after, and the file. Every generation of the service must have completed.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BENCH_ENGINE } from '../engine/settings.mjs';
import { interleave, secondsOf } from '../interleave.mjs';
import { measureLoad } from '../load.mjs';
import { pictureOf } from '../pictures.mjs';
import { startProgram } from '../program.mjs';
import { bearer, range } from '../requests.mjs';
import { atLeast, comparison } from '../row.mjs';
import { CUSTOMERS } from '../seed.mjs';

const ENGINE = fileURLToPath(new URL('../engine/pictures-program.mjs', import.meta.url));
const FLOOR = fileURLToPath(new URL('../floors/bare-generation.mjs', import.meta.url));
const SIZES = [
  { name: '1 KB', side: 18, connections: 32, target: 0.5 },
  { name: '1 MB', side: 580, connections: 32, target: 0.5 },
  { name: '10 MB', side: 1_830, connections: 4, target: 0.5 },
];

const ENDS = `select count(*) filter (where status = 'completed')::int as completed,
  count(*) filter (where status = 'failed' and error_code <> 'cancelled')::int as failed
from predictions where model_key = 'bench-whole'`;

export const whole = { name: 'whole', measure };

async function measure(bench) {
  const directory = await mkdtemp(join(tmpdir(), 'offprint-bench-'));
  bench.after(() => rm(directory, { recursive: true, force: true }));
  const lines = [];
  for (const size of SIZES) lines.push(...(await measureSize(bench, directory, size)));
  return lines;
}

async function measureSize(bench, directory, { name, side, connections, target }) {
  const picture = join(directory, `${side}.png`);
  await writeFile(picture, await pictureOf(side));
  const engine = await start(bench, ENGINE, [picture]);
  const { url: databaseUrl, client } = await bench.database();
  const service = await bench.service({
    roles: 'api,worker',
    databaseUrl,
    settings: {
      ...BENCH_ENGINE,
      BENCH_PICTURES_URL: engine.url,
      PLUGINS: `${BENCH_ENGINE.PLUGINS},@offprint/openai-front`,
      WORKER_CONCURRENCY: String(connections),
      LOG_LEVEL: 'fatal',
    },
  });
  const floor = { ...(await start(bench, FLOOR, [databaseUrl, engine.url, directory])) };
  const servers = { service, floor: { ...floor, postmasterPid: service.postmasterPid } };
  const keys = range(1, CUSTOMERS).map((account) => bench.secrets.get(account)[0]);
  const post = (path, body) => (secret) => ({
    method: 'POST',
    path,
    headers: { ...bearer(secret), 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'a lighthouse', ...body }),
  });
  const load = (server, request) => (round) =>
    measureLoad(servers[server], {
      requests: keys.map(request),
      seconds: secondsOf(round, bench),
      connections,
    });
  const samples = await interleave(
    {
      own: load('service', post('/api/generate?wait=60', { modelKey: 'bench-whole' })),
      openai: load(
        'service',
        post('/v1/images/generations', { model: 'bench-whole', response_format: 'b64_json' }),
      ),
      floor: load('floor', post('/generations', {})),
      floorPictures: load('floor', post('/pictures', {})),
    },
    bench.rounds,
  );
  // The load generator ends by closing its connections, which cancels what was waited for.
  const [{ completed, failed }] = (await client.query(ENDS)).rows;
  if (completed === 0 || failed > 0) throw new Error(`${completed} generations completed, ${failed} failed`);
  return [
    comparison(
      `generation of ${name}, waited for`,
      samples.own,
      'row, file, row',
      samples.floor,
      atLeast(target),
    ),
    comparison(
      `OpenAI's route, ${name}`,
      samples.openai,
      'row, file, row',
      samples.floorPictures,
      atLeast(target),
    ),
  ];
}

async function start({ after }, path, args) {
  const program = await startProgram(path, args);
  after(program.stop);
  return { url: `http://127.0.0.1:${program.first}`, pid: program.pid };
}
