/**
 * graphile-worker with its local queue, which fetches jobs in batches, and batched acknowledgements. A job is one prediction.
 * The settings are those that drained fastest.
 */
import { Logger, run } from 'graphile-worker';
import { connect, Counter, settleOne, waitingIds } from './settle.mjs';

const CONCURRENCY = 16;
const LOCAL_QUEUE = 500;

const pool = connect(process.argv[2], CONCURRENCY + 6);
const counter = new Counter();
await run({
  pgPool: pool,
  noHandleSignals: true,
  logger: new Logger(() => () => {}),
  preset: {
    worker: {
      concurrentJobs: CONCURRENCY,
      localQueue: { size: LOCAL_QUEUE },
      completeJobBatchDelay: 0,
      failJobBatchDelay: 0,
    },
  },
  taskList: {
    async settle({ id }) {
      counter.began();
      await settleOne(pool, id);
      counter.ended(1);
    },
  },
});

counter.serve(async () => {
  const jobs = `select graphile_worker.add_job('settle', json_build_object('id', id)) from unnest($1::text[]) id`;
  await pool.query(jobs, [await waitingIds(pool)]);
});
