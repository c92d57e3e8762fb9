/**
 * BullMQ on a Redis that flushes every write to disk before it responds, as PostgreSQL does with commits. A job is one
 * prediction; finished jobs are removed. The settings are those that drained fastest.
 */
import { Queue, Worker } from 'bullmq';
import { connect, Counter, settleOne, waitingIds } from './settle.mjs';

const QUEUE = 'settle';
const CONCURRENCY = 32;
const POOL = 24;
const BATCH_SIZE = 5_000;

const [databaseUrl, redisUrl] = process.argv.slice(2);
const { hostname: host, port } = new URL(redisUrl);
const connection = { host, port: Number(port), maxRetriesPerRequest: null };
const pool = connect(databaseUrl, POOL);
const queue = new Queue(QUEUE, {
  connection,
  defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
});
const counter = new Counter();
const worker = new Worker(
  QUEUE,
  async ({ data }) => {
    counter.began();
    await settleOne(pool, data.id);
    counter.ended(1);
  },
  { connection, concurrency: CONCURRENCY },
);
await worker.waitUntilReady();

counter.serve(async () => {
  const ids = await waitingIds(pool);
  await queue.pause();
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    await queue.addBulk(ids.slice(start, start + BATCH_SIZE).map((id) => ({ name: QUEUE, data: { id } })));
  }
  await queue.resume();
});
