/**
 * Compares a status poll with the same SELECT behind a bare server. Each of the 1,000 keys polls its own account's prediction,
 * which is half done at its engine. The maximum limit of a key is 6,000 requests, so the hot key is measured in bursts
 * below that limit, with another key for each round. Its floor serves bursts of the same length.
 */
import { fileURLToPath } from 'node:url';
import { interleave, secondsOf } from '../interleave.mjs';
import { measureLoad } from '../load.mjs';
import { startProgram } from '../program.mjs';
import { poll, pollsOf, range } from '../requests.mjs';
import { atLeast, comparison } from '../row.mjs';
import { CUSTOMERS, HOT_KEYS, predictionOf } from '../seed.mjs';
import { residentMb } from '../usage.mjs';

const BARE = fileURLToPath(new URL('../floors/bare-status.mjs', import.meta.url));
const BURST = 5_000;

export const status = { name: 'status', measure };

async function measure(bench) {
  const { secrets, rounds } = bench;
  const database = await bench.database();
  const service = await bench.service({ roles: 'api', databaseUrl: database.url });
  const bare = await startBare(bench, database);
  const polls = pollsOf(secrets, 1, CUSTOMERS);
  const reads = range(1, CUSTOMERS).map(read);
  const spread = await interleave(
    {
      service: (round) => measureLoad(service, { requests: polls, seconds: secondsOf(round, bench) }),
      bare: (round) => measureLoad(bare, { requests: reads, seconds: secondsOf(round, bench) }),
    },
    rounds,
  );
  const keys = secrets.get(HOT_KEYS);
  const hotPoll = (round) => poll(keys[round % keys.length], predictionOf(HOT_KEYS));
  const hot = await interleave(
    {
      service: (round) => measureLoad(service, { requests: [hotPoll(round)], amount: BURST }),
      bare: () => measureLoad(bare, { requests: [read(HOT_KEYS)], amount: BURST }),
    },
    rounds,
  );
  const memory = { memory: residentMb(service.pid) };
  const against = 'node:http + pg, without authentication';
  return [
    comparison('status poll, 1,000 keys', spread.service, against, spread.bare, atLeast(1), memory),
    comparison('status poll, one hot key', hot.service, against, hot.bare, atLeast(0.8)),
  ];
}

const read = (account) => ({ method: 'GET', path: `/${predictionOf(account)}` });

async function startBare({ after, postgres }, { url }) {
  const program = await startProgram(BARE, [url]);
  after(program.stop);
  return {
    url: `http://127.0.0.1:${program.first}`,
    pid: program.pid,
    postmasterPid: postgres.postmasterPid,
  };
}
