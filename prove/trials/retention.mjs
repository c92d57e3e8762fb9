// O1: many outputs expire at once, and one directory cannot be removed. Two workers must remove all other outputs at no less than twice
// the rate at which outputs were stored in the same run.
import { execFile } from 'node:child_process';
import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { publicIdOf } from '../harness/callers/accounts.mjs';
import { LoadClient } from '../harness/callers/client.mjs';

const run = promisify(execFile);
const PLUGIN = fileURLToPath(new URL('../harness/engines/poison-plugin.mjs', import.meta.url));
const GIVE_UP_MS = 120_000;
const FACTOR = 2;

export default {
  name: 'O1',
  title: 'retention removes outputs at twice the rate of storing them, despite an unremovable directory',
  seconds: 25,
  async run(context) {
    const stored = context.count({ gate: 150, short: 1_000, long: 10_000 });
    const expired = context.count({ gate: 1_200, short: 10_000, long: 50_000 });
    const cluster = await context.startCluster({
      processes: { api: 1, worker: 2 },
      env: { PLUGINS: PLUGIN, WORKER_CONCURRENCY: '16' },
    });
    const keys = await context.makeKeys(cluster.database, { accounts: 2 });
    const client = new LoadClient(cluster.apis, keys, context.random.fork('client'));
    const make = () => ({ modelKey: 'chaos-poison', runMs: 0 });
    await client.run({ total: stored, concurrency: 48, make });
    await client.close();
    const assets = join(cluster.directory, 'data/assets/predictions');
    const [{ rate: storedRate }] = await cluster.database.query(
      `select count(*) / extract(epoch from max(completed_at) - min(started_at))::float8 as rate from predictions
       where status = 'completed'`,
    );
    const ids = await copyPrediction(cluster, assets, expired);
    const stuck = await makeUnremovable(join(assets, publicIdOf('pred', ids[0])));
    try {
      // All of them expire at once.
      await cluster.database.query(
        `update predictions set output_expires_at = clock_timestamp() - interval '1 hour' where id = any($1::uuid[])`,
        [ids],
      );
      const left = await untilGone(cluster, ids, stuck ? 1 : 0);
      if (left.length !== (stuck ? 1 : 0))
        context.fail(`${left.length} of ${expired} outputs are left`, left.slice(0, 5));
      if (stuck && left[0].id !== ids[0])
        context.fail('an output other than the unremovable one is left', left);
      const [{ rate: removedRate }] = await cluster.database.query(
        `select count(outputs_removed_at) / extract(epoch from max(outputs_removed_at) - min(removal_at - interval '5 minutes')
           filter (where outputs_removed_at is not null))::float8 as rate
         from predictions where id = any($1::uuid[])`,
        [ids],
      );
      const directories = new Set(await readdir(assets));
      const kept = ids.filter((id) => directories.has(publicIdOf('pred', id)));
      if (kept.length !== (stuck ? 1 : 0))
        context.fail(`${kept.length} directories are left`, kept.slice(0, 5));
      const figures = {
        stored,
        'stored per second': Math.round(storedRate),
        expired,
        unremovable: stuck ? 1 : 0,
        'removed per second': Math.round(removedRate),
      };
      if (removedRate < FACTOR * storedRate) context.late('retention does not keep up', figures);
      if (cluster.unexpectedExits.length > 0)
        context.fail('a process exited unexpectedly', cluster.unexpectedExits);
      return { n: figures };
    } finally {
      await stuck?.();
    }
  },
};

/** Copies a completed prediction and its files `count` times. @returns the UUIDs of the copies */
async function copyPrediction(cluster, assets, count) {
  const [{ id: original }] = await cluster.database.query(
    `select id from predictions where status = 'completed' limit 1`,
  );
  const rows = await cluster.database.query(
    `insert into predictions
     select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid()))).*
     from predictions p, generate_series(1, $2::int) where p.id = $1 returning id`,
    [original, count],
  );
  const source = join(assets, publicIdOf('pred', original));
  for (const { id } of rows) await cp(source, join(assets, publicIdOf('pred', id)), { recursive: true });
  return rows.map(({ id }) => id);
}

/** @returns a function that undoes it, or null where it is not possible (no root, or no such file attribute) */
async function makeUnremovable(path) {
  try {
    await run('chattr', ['+i', path]);
    return () => run('chattr', ['-i', path]);
  } catch {
    return null;
  }
}

async function untilGone(cluster, ids, least) {
  const until = performance.now() + GIVE_UP_MS;
  for (;;) {
    const left = await cluster.database.query(
      'select id from predictions where id = any($1::uuid[]) and outputs_removed_at is null',
      [ids],
    );
    if (left.length <= least || performance.now() > until) return left;
    await sleep(200);
  }
}
