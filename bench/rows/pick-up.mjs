/**
 * How soon an idle service begins: from the acceptance of a prediction to its engine's start, by the database's clock
 * (`created_at` to `started_at`), and how long its caller waits for the answer of a long poll. One at a time, on a
 * service of both roles, with the model that is done at once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { figure } from '../row.mjs';
import { quantile } from '../statistics.mjs';

const TARGET = { text: 'p50 ≤ 50 ms', reached: (row) => row.p50 <= 50 };
/** Long enough for the worker to have nothing left to do, uneven so as not to march with its timers, milliseconds. */
const PAUSE = () => 50 + Math.random() * 100;
const PICKED_UP =
  'select extract(epoch from started_at - created_at) * 1000 as ms from predictions where id = $1';

export async function measurePickUp({ service, client, secret, predictions }) {
  const picked = [];
  const seen = [];
  for (let at = -5; at < predictions; at++) {
    await sleep(PAUSE());
    const startedAt = performance.now();
    const id = await complete(service.url, secret);
    const milliseconds = performance.now() - startedAt;
    const { rows } = await client.query(PICKED_UP, [id]);
    if (at < 0) continue; // warming up
    picked.push(Number(rows[0].ms));
    seen.push(milliseconds);
  }
  return [
    figure('pick-up, idle: accepted → engine started', 'ms', null, times(picked), TARGET),
    figure('the same, for its caller: sent → seen completed', 'ms', null, times(seen)),
  ];
}

const times = (numbers) => ({ p50: quantile(numbers, 0.5), p99: quantile(numbers, 0.99) });

/** @returns the prediction's id as the database has it. */
async function complete(url, secret) {
  const authorization = `Bearer ${secret}`;
  const accepted = await json(`${url}/api/generate`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ modelKey: 'embedded-fault', mode: 'ok' }),
  });
  const path = `/api/generate/status/${accepted.predictionId}?wait=30`;
  const { status } = await json(url + path, { headers: { authorization } });
  if (status !== 'completed') throw new Error(`the prediction is ${status}`);
  return accepted.predictionId.slice('pred_'.length);
}

async function json(url, options) {
  const answer = await fetch(url, options);
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json();
}
