/**
 * Measures what each operation costs: processor time of the service and of PostgreSQL, bytes of WAL, and the bytes that it leaves
 * in the tables. docs/scaling.md calculates with these figures. The WAL contains an image of each page that is changed for the
 * first time after a checkpoint; the images are counted beside.
 */
import { BENCH_ENGINE } from '../engine/settings.mjs';
import { measureLoad } from '../load.mjs';
import { drainOnce, watchOwn } from '../queue.mjs';
import { createsOf, pollsOf } from '../requests.mjs';
import { figure } from '../row.mjs';
import { CUSTOMERS } from '../seed.mjs';

export const costs = { name: 'costs', measure };

const WORKER = { ...BENCH_ENGINE, WORKER_CONCURRENCY: '200', LOG_LEVEL: 'error' };

/** What the tables and indexes of predictions occupy, without free space that vacuum has found. */
const SIZES = `select sum(pg_total_relation_size(name::regclass))::float8 as bytes
  from unnest('{predictions,ledger_transfers,idempotency_keys}'::text[]) name`;
const WAL = `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes,
  (select wal_fpi::float8 from pg_stat_wal) as images`;

async function measure(bench) {
  const database = await bench.database();
  const api = await bench.service({
    roles: 'api',
    databaseUrl: database.url,
    settings: { LOG_LEVEL: 'error' },
  });
  // On a database of its own: it would also run the created predictions.
  const other = await bench.database();
  const worker = await bench.service({ roles: 'worker', databaseUrl: other.url, settings: WORKER });
  const load = (requests) => async () => {
    const { perSecond, cpuServer, cpuDatabase } = await measureLoad(api, {
      requests,
      seconds: bench.seconds,
    });
    return { count: perSecond * bench.seconds, cpuServer, cpuDatabase };
  };
  const watch = await watchOwn(other.client);
  const settle = async () => {
    const count = bench.drained;
    return {
      count,
      ...(await drainOnce(other.client, worker, { count, model: 'bench-nothing', ...watch(count) })),
    };
  };
  const rows = [];
  const cost = async (name, work, { client }) => {
    const [before, size] = [await read(client, WAL), await read(client, SIZES)];
    const { count, cpuServer, cpuDatabase } = await work();
    const after = await read(client, WAL);
    await client.query('vacuum predictions, ledger_transfers, idempotency_keys, budgets');
    const kept = ((await read(client, SIZES)).bytes - size.bytes) / count;
    const images = (after.images - before.images) / count;
    const note = `${images.toFixed(2)} full-page images and ${Math.round(kept)} bytes kept each`;
    const wal = (after.bytes - before.bytes) / count;
    rows.push(figure(`cost of ${name}`, 'B of WAL', wal, { cpuServer, cpuDatabase, note }));
  };
  // The database is new, so that its first changes image all pages of the small tables.
  await load(pollsOf(bench.secrets, 1, CUSTOMERS))();
  await cost('a status poll', load(pollsOf(bench.secrets, 1, CUSTOMERS)), database);
  await cost('a create', load(createsOf(bench.secrets, 1, CUSTOMERS)), database);
  await cost('creating in SQL, claiming, beginning and settling', settle, other);
  return rows;
}

const read = async (client, text) => (await client.query(text)).rows[0];
