// Sends large bodies from a thread of its own, so that this work does not delay the trial's measurements. `workerData`:
// {base, secrets, total, concurrency, body}. Result: {statuses: {status: count}, ids, slowestMs}.
import { fileURLToPath } from 'node:url';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { Pool } from 'undici';

/** @returns {Promise<{statuses: Record<string, number>, ids: string[], slowestMs: number}>} after all responses */
export function sendLargeBodies(order) {
  return new Promise((resolve, reject) => {
    const thread = new Worker(fileURLToPath(import.meta.url), { workerData: order });
    thread.once('message', resolve);
    thread.once('error', reject);
  });
}

if (parentPort && workerData) {
  const { base, secrets, total, concurrency, body } = workerData;
  const pool = new Pool(base, { connections: concurrency, pipelining: 1, headersTimeout: 60_000 });
  const statuses = {};
  const ids = [];
  let slowestMs = 0;
  let next = 0;
  const loop = async () => {
    while (next < total) {
      const at = next++;
      const startedAt = performance.now();
      const status = await pool
        .request({
          method: 'POST',
          path: '/api/generate',
          headers: {
            authorization: `Bearer ${secrets[at % secrets.length]}`,
            'content-type': 'application/json',
          },
          body,
        })
        .then(async (answer) => {
          const { predictionId } = await answer.body.json();
          if (predictionId) ids.push(predictionId);
          return answer.statusCode;
        })
        .catch((error) => error.code ?? error.name);
      statuses[status] = (statuses[status] ?? 0) + 1;
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
  await pool.destroy();
  parentPort.postMessage({ statuses, ids, slowestMs });
}
