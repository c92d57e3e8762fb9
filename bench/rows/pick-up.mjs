/**
 * Measures how soon an idle service begins: from a prediction's acceptance (`created_at`, before its commit) to the call of its
 * engine, which reports the time; database and engine use the same machine's clock. Also measures how long the caller waits for
 * the response of a long poll. One prediction at a time, on a process of both roles.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { BENCH_ENGINE } from '../engine/settings.mjs';
import { create, poll } from '../requests.mjs';
import { figure } from '../row.mjs';
import { quantile } from '../statistics.mjs';

const TARGET = { text: 'p50 ≤ 10 ms, p99 ≤ 50 ms', reached: (row) => row.p50 <= 10 && row.p99 <= 50 };
/** Returns a pause in which the worker becomes idle; random, so that it does not align with the worker's timers. */
const pauseMs = () => 50 + Math.random() * 100;
const WARM_UP = 10;
const ACCEPTED = 'select extract(epoch from created_at) * 1000 as ms from predictions where id = $1';

export const pickUp = { name: 'pick-up', measure };

async function measure(bench) {
  const { client, url: databaseUrl } = await bench.database();
  const service = await bench.service({ roles: 'api,worker', databaseUrl, settings: BENCH_ENGINE });
  const calledAt = new Map();
  service.child.on('message', ({ predictionId, calledAt: at }) => calledAt.set(predictionId, at));
  const [secret] = bench.secrets.get(1);
  const picked = [];
  const seen = [];
  for (let at = -WARM_UP; at < bench.pickUps; at++) {
    await sleep(pauseMs());
    const startedAt = performance.now();
    const predictionId = await complete(service.url, secret);
    const milliseconds = performance.now() - startedAt;
    const { rows } = await client.query(ACCEPTED, [predictionId.slice('pred_'.length)]);
    if (at < 0) continue;
    picked.push(calledAt.get(predictionId) - Number(rows[0].ms));
    seen.push(milliseconds);
  }
  return [
    figure('pick-up, idle: accepted → engine called', 'ms', null, times(picked), TARGET),
    figure('the same, for its caller: sent → seen completed', 'ms', null, times(seen)),
  ];
}

const times = (numbers) => ({ p50: quantile(numbers, 0.5), p99: quantile(numbers, 0.99) });

/** Completes a prediction. @returns its public id. */
async function complete(url, secret) {
  const accepted = await fetchJson(url, create(secret, { modelKey: 'bench-announced' }));
  const request = poll(secret, accepted.predictionId.slice('pred_'.length));
  const { status } = await fetchJson(url, { ...request, path: `${request.path}?wait=30` });
  if (status !== 'completed') throw new Error(`the prediction is ${status}`);
  return accepted.predictionId;
}

async function fetchJson(url, { path, ...request }) {
  const answer = await fetch(url + path, request);
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json();
}
