/**
 * Status poll against the same SELECT behind a bare server. Each of the 1,000 keys polls its own account's prediction,
 * which an engine is half through. A key may do 6,000 requests a minute at most, so the hot key is measured in bursts
 * that stay below that, with another key for each round; its floor answers bursts of the same length.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { interleave, secondsOf } from '../interleave.mjs';
import { measureLoad } from '../load.mjs';
import { comparison } from '../row.mjs';
import { CUSTOMERS, HOT_KEYS, predictionOf } from '../seed.mjs';

const BARE = fileURLToPath(new URL('../floors/bare-status.mjs', import.meta.url));
const BURST = 5_000;
const TARGET = { text: 'ratio ≥ 0.25', reached: (row) => row.ratio >= 0.25 };

export async function measureStatus({ service, secrets, rounds, seconds }) {
  const bare = await startBare(service);
  try {
    const customers = Array.from({ length: CUSTOMERS }, (_, index) => index + 1);
    const polls = customers.map((account) => poll(account, secrets.get(account)[0]));
    const bareReads = customers.map(read);
    const spread = await interleave(
      {
        service: (round) => measureLoad(service, { requests: polls, seconds: secondsOf(round, seconds) }),
        bare: (round) => measureLoad(bare, { requests: bareReads, seconds: secondsOf(round, seconds) }),
      },
      rounds,
    );
    const hot = await interleave(
      {
        service: (round) =>
          measureLoad(service, { requests: [poll(HOT_KEYS, secrets.get(HOT_KEYS)[round])], amount: BURST }),
        bare: () => measureLoad(bare, { requests: [read(HOT_KEYS)], amount: BURST }),
      },
      rounds,
    );
    return [
      comparison('status poll, 1,000 keys', spread.service, 'node:http + pg', spread.bare, TARGET),
      comparison('status poll, one hot key', hot.service, 'node:http + pg', hot.bare, TARGET),
    ];
  } finally {
    await bare.stop();
  }
}

function poll(account, secret) {
  return {
    method: 'GET',
    path: `/api/generate/status/pred_${predictionOf(account).replaceAll('-', '')}`,
    headers: { authorization: `Bearer ${secret}` },
  };
}

function read(account) {
  return { method: 'GET', path: `/${predictionOf(account)}` };
}

async function startBare({ databaseUrl, postmasterPid }) {
  const child = spawn(process.execPath, [BARE, databaseUrl], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [port] = await once(child.stdout, 'data');
  return {
    url: `http://127.0.0.1:${Number(String(port))}`,
    pid: child.pid,
    postmasterPid,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
