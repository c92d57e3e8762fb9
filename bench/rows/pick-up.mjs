/**
 * How soon an idle service begins: from a prediction's acceptance (`created_at`, before its commit) to the call of its
 * engine, which says when that was; database and engine read the same machine's clock. And how long its caller waits
 * for the answer of a long poll. One at a time, on a process of both roles.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { BENCH_ENGINE } from '../engine/settings.mjs';
import { create, poll } from '../requests.mjs';
import { figure } from '../row.mjs';
import { quantile } from '../statistics.mjs';

const TARGET = { text: 'p50 ≤ 10 ms, p99 ≤ 50 ms', reached: (row) => row.p50 <= 10 && row.p99 <= 50 };
/** Long enough for the worker to have nothing left to do, uneven so as not to march with its timers, milliseconds. */
const PAUSE = () => 50 + Math.random() * 100;
const WARM_UP = 10;
const ACCEPTED = 'select extract(epoch from created_at) * 1000 as ms from predictions where id = $1';

export const pickUp = { name: 'pick-up', measure };

async function measure(bench) {
  const { client, url: databaseUrl } = await bench.database();
  const service = await bench.service({ roles: 'api,worker', databaseUrl, settings: BENCH_ENGINE });
  const calledAt = new Map();
  service.told.on('message', (told) => calledAt.set(told.predictionId, told.calledAt));
  const [secret] = bench.secrets.get(1);
  const picked = [];
  const seen = [];
  for (let at = -WARM_UP; at < bench.pickUps; at++) {
    await sleep(PAUSE());
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

/** @returns the prediction's public id. */
async function complete(url, secret) {
  const accepted = await answerOf(url, create(secret, { modelKey: 'bench-told' }));
  const request = poll(secret, accepted.predictionId.slice('pred_'.length));
  const { status } = await answerOf(url, { ...request, path: `${request.path}?wait=30` });
  if (status !== 'completed') throw new Error(`the prediction is ${status}`);
  return accepted.predictionId;
}

async function answerOf(url, { path, ...request }) {
  const answer = await fetch(url + path, request);
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json();
}
