/**
 * Compares status polls and creates of a service with the request log with those of one without: two databases and two services, in
 * alternating rounds. With 1,000 keys nearly every request would be a record of its own, so the bound on records counts; of one key
 * nearly all are counted in the record of another one. The cost of a request is `cpuServer` and `cpuDatabase`.
 */
import { interleave, secondsOf } from '../interleave.mjs';
import { measureLoad } from '../load.mjs';
import { createsOf, poll, pollsOf } from '../requests.mjs';
import { atLeast, comparison } from '../row.mjs';
import { CUSTOMERS, HOT_KEYS, predictionOf } from '../seed.mjs';

const BURST = 5_000;

export const requestLog = { name: 'request-log', measure };

async function measure(bench) {
  const [logged, plain] = [
    await start(bench, { REQUEST_LOG_DAYS: '7' }),
    await start(bench, { REQUEST_LOG_DAYS: '0' }),
  ];
  const compare = async (name, load) => {
    const run = (service) => (round) => measureLoad(service, load(round));
    const samples = await interleave({ logged: run(logged), plain: run(plain) }, bench.rounds);
    return comparison(name, samples.logged, 'no request log', samples.plain, atLeast(0.97));
  };
  const long = (requests) => (round) => ({ requests, seconds: secondsOf(round, bench) });
  const keys = bench.secrets.get(HOT_KEYS);
  return [
    await compare('status poll, 1,000 keys, logged', long(pollsOf(bench.secrets, 1, CUSTOMERS))),
    await compare('POST /api/generate, logged', long(createsOf(bench.secrets, 1, CUSTOMERS))),
    await compare('status poll, one hot key, logged', (round) => ({
      requests: [poll(keys[round % keys.length], predictionOf(HOT_KEYS))],
      amount: BURST,
    })),
  ];
}

async function start(bench, settings) {
  const database = await bench.database();
  return bench.service({ roles: 'api', databaseUrl: database.url, settings });
}
