/**
 * pg-boss with our own loops over its fetch and complete, in batches: its `work` sleeps between batches and would take
 * minutes. The predictions of a batch are settled one by one, as many at a time as the pool has connections; with `together`,
 * by one statement, as the service does. The settings are those that drained fastest.
 */
import PgBoss from 'pg-boss';
import { connect, Counter, settleMany, settleOne, waitingIds } from './settle.mjs';

const QUEUE = 'settle';
const [databaseUrl, , mode] = process.argv.slice(2);
const { loops, batch, connections } =
  mode === 'together' ? { loops: 3, batch: 1000, connections: 3 } : { loops: 2, batch: 200, connections: 16 };

const pool = connect(databaseUrl, connections);
const boss = new PgBoss({ connectionString: databaseUrl, max: loops + 1, supervise: false, schedule: false });
boss.on('error', () => {}); // its database is dropped at the end of the row
await boss.start();
await boss.createQueue(QUEUE);
const counter = new Counter();

counter.serve(async () => {
  const ids = await waitingIds(pool);
  await boss.insert(ids.map((id) => ({ name: QUEUE, data: { id } })));
  for (let loop = 0; loop < loops; loop++) void drain();
});

async function drain() {
  while (counter.left > 0) {
    const jobs = await boss.fetch(QUEUE, { batchSize: batch, priority: false });
    if (jobs.length === 0) return;
    counter.began();
    const ids = jobs.map(({ data }) => data.id);
    if (mode === 'together') await settleMany(pool, ids);
    else await Promise.all(ids.map((id) => settleOne(pool, id)));
    await boss.complete(
      QUEUE,
      jobs.map(({ id }) => id),
    );
    counter.ended(jobs.length);
  }
}
