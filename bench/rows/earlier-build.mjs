/**
 * Compares status polls and creates with those of an earlier checkout that is built (`--earlier <directory>`), in alternating rounds:
 * two databases, two services. Without that option it measures nothing. The processor time of a request varies less than the rate
 * on a machine that other work uses, so its ratio is noted too.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { interleave, secondsOf } from '../interleave.mjs';
import { measureLoad } from '../load.mjs';
import { createsOf, pollsOf } from '../requests.mjs';
import { atLeast, comparison } from '../row.mjs';
import { CUSTOMERS } from '../seed.mjs';

export const earlierBuild = { name: 'earlier-build', measure };

async function measure(bench) {
  if (!bench.earlier) return [];
  const database = await bench.database();
  const now = {
    service: await bench.service({ roles: 'api', databaseUrl: database.url }),
    secrets: bench.secrets,
  };
  const before = await startEarlier(bench);
  const compare = async (name, requestsOf, target) => {
    const run =
      ({ service, secrets }) =>
      (round) =>
        measureLoad(service, {
          requests: requestsOf(secrets, 1, CUSTOMERS),
          seconds: secondsOf(round, bench),
        });
    const samples = await interleave({ now: run(now), before: run(before) }, bench.rounds);
    const note = `processor time ${ratiosOf(samples.now, samples.before)}`;
    return comparison(name, samples.now, 'the earlier build', samples.before, atLeast(target), { note });
  };
  return [
    await compare('status poll, beside an earlier build', pollsOf, 0.92),
    await compare('POST /api/generate, beside an earlier build', createsOf, 0.88),
  ];
}

/** Median, least and greatest ratio of processor time of both programs per request, of the rounds. */
function ratiosOf(samples, others) {
  const total = ({ cpuServer, cpuDatabase }) => cpuServer + cpuDatabase;
  const ratios = samples.map((sample, round) => total(sample) / total(others[round])).sort((a, b) => a - b);
  const middle = (ratios[(ratios.length - 1) >> 1] + ratios[ratios.length >> 1]) / 2;
  return `× ${middle.toFixed(2)} (${ratios[0].toFixed(2)} to ${ratios.at(-1).toFixed(2)})`;
}

/** Its own programs make its database: the schema is another one. */
async function startEarlier(bench) {
  const load = (file) => import(pathToFileURL(join(bench.earlier, file)).href);
  const [{ migrate }, { seedBase }, { startService }] = await Promise.all(
    ['dist/platform/database/migrate.js', 'bench/seed.mjs', 'bench/service.mjs'].map(load),
  );
  const database = await bench.database({ empty: true });
  await migrate(database.url);
  const secrets = await seedBase(database.client);
  const service = await startService({ roles: 'api', databaseUrl: database.url });
  bench.after(service.stop);
  return { service: { ...service, postmasterPid: bench.postgres.postmasterPid }, secrets };
}
