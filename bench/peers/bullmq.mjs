/**
 * BullMQ on a Redis that has every write on the disk before it answers, as PostgreSQL has its commits. A job is one
 * prediction; finished jobs are not kept. The numbers are those that drained fastest.
 */
import { Queue, Worker } from 'bullmq';
import { connect, Counter, settleOne, waitingIds } from './settle.mjs';

const QUEUE = 'settle';
const CONCURRENCY = 32;
const POOL = 24;
const AT_ONCE = 5_000;

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
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    await queue.addBulk(ids.slice(start, start + AT_ONCE).map((id) => ({ name: QUEUE, data: { id } })));
  }
  await queue.resume();
});
