/** Retention: expired data is removed in any amount, by several workers, despite an unremovable directory. */
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { AssetStorage, LocalDiskAssetStorage } from '../../src/assets/index.js';
import { UploadSweeper } from '../../src/assets/uploads/upload-sweeper.js';
import { IdempotencyStore } from '../../src/generation/creation/idempotency.store.js';
import { ExpiredOutputs } from '../../src/generation/outputs/expired-outputs.js';
import { RetentionSweeper } from '../../src/generation/worker/retention-sweeper.js';
import { Config } from '../../src/platform/config/index.js';
import { Database } from '../../src/platform/database/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { generate, newCaller } from '../support/client.js';
import { figureOf, figuresOf } from '../support/metrics.js';
import { uuidOf } from '../support/public-ids.js';

const EXPIRED = 1_200;
/** Names that cannot be removed; the removals requested by either application; and a delay before each removal. */
const stuck = new Set<string>();
const asked: string[] = [];
let beforeRemoval: () => Promise<void> = () => Promise.resolve();

@Injectable()
class TrackedStorage extends LocalDiskAssetStorage {
  constructor(@Inject(Config) config: Config) {
    super(join(config.dataDirectory, 'assets'));
  }

  override async remove(prefix: string): Promise<void> {
    asked.push(prefix);
    await beforeRemoval();
    if (stuck.has(prefix))
      throw Object.assign(new Error('EPERM: operation not permitted'), { code: 'EPERM' });
    await super.remove(prefix);
  }
}

const prefixOf = (id: string) => `predictions/pred_${id.replaceAll('-', '')}`;

let one: TestApp;
let two: TestApp;
let template: string;
beforeAll(async () => {
  const replace = { AssetStorage: TrackedStorage };
  // Without the role `worker` only the tests trigger removals.
  one = await startApp({ ROLES: 'api' }, undefined, { replace });
  two = await startApp({ ROLES: 'api', DATA_DIR: one.directory }, one.database, { replace });
  const { key } = await newCaller(one.base);
  const { predictionId } = await generate(one.base, key, { modelKey: 'embedded-fault', mode: 'ok' });
  template = uuidOf(predictionId);
  await one.database.query(
    `update predictions set status = 'completed', completed_at = clock_timestamp(), outputs = '[]',
       output_expires_at = clock_timestamp() + interval '1 day' where id = $1`,
    [template],
  );
});
beforeEach(() => {
  asked.length = 0;
  stuck.clear();
  beforeRemoval = () => Promise.resolve();
});
afterAll(async () => {
  await two.close();
  await one.close();
});

/** Inserts completed predictions whose outputs expired `ago`, the first ones earliest. */
async function expire(count: number, ago = '1 hour'): Promise<string[]> {
  const rows = await one.database.query<{ id: string }>(
    `insert into predictions
     select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'output_expires_at',
       clock_timestamp() - $3::interval + make_interval(secs => n * 0.001)))).*
     from predictions p, generate_series(1, $2::int) n where p.id = $1 returning id`,
    [template, count, ago],
  );
  return rows.map(({ id }) => id);
}
const leftOf = async (ids: string[]) =>
  one.database.query<{ id: string; is_later: boolean | null }>(
    `select id, removal_at > clock_timestamp() as is_later from predictions
     where id = any($1::uuid[]) and outputs_removed_at is null`,
    [ids],
  );
const sweepers = () => [one, two].map(({ app }) => app.get(ExpiredOutputs, { strict: false }));

it('two workers remove 1,200 outputs, each once, in one round, despite an unremovable one', async () => {
  const ids = await expire(EXPIRED);
  stuck.add(prefixOf(ids[0]!));
  const startedAt = performance.now();
  const counts = await Promise.all(sweepers().map((sweeper) => sweeper.remove()));
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`${counts.join(' + ')} removed in ${seconds.toFixed(1)} s`);
  expect(counts[0]! + counts[1]!).toBe(EXPIRED - 1);
  expect(asked.length).toBe(EXPIRED);
  expect(new Set(asked)).toEqual(new Set(ids.map(prefixOf)));
  expect(await leftOf(ids)).toEqual([{ id: ids[0], is_later: true }]);
});

it('retries an unremovable output later, not at once', async () => {
  const [bad] = await expire(1);
  stuck.add(prefixOf(bad!));
  for (let round = 0; round < 3; round += 1) await sweepers()[0]!.remove();
  expect(asked).toEqual([prefixOf(bad!)]);
  stuck.clear();
  await one.database.query('update predictions set removal_at = clock_timestamp() where id = $1', [bad]);
  expect(await sweepers()[0]!.remove()).toBe(1);
  expect(await leftOf([bad!])).toEqual([]);
});

it('reports overdue removals in the metrics', async () => {
  const overdue = async () => figureOf(await figuresOf(one.base), 'offprint_outputs_overdue');
  // The unremovable output is still overdue.
  const before = (await overdue())!;
  const ids = await expire(3, '6 minutes');
  await expire(2, '4 minutes');
  expect(await overdue()).toBe(before + 3);
  await sweepers()[0]!.remove();
  expect(await leftOf(ids)).toEqual([]);
  expect(await overdue()).toBe(before);
});

it('removes uploads and Idempotency-Keys in the same way', async () => {
  await one.database.query(
    `insert into uploads (id, account_id, name, bytes, expires_at)
     select gen_random_uuid(), account_id, 'uploads/' || n || '.png', 1, clock_timestamp() - interval '1 hour'
     from predictions, generate_series(1, 500) n where predictions.id = $1`,
    [template],
  );
  await one.database.query(
    `insert into idempotency_keys (account_id, key, fingerprint, prediction_id, created_at)
     select account_id, 'key ' || n, sha256('x'), id, clock_timestamp() - interval '25 hours'
     from predictions, generate_series(1, 12000) n where predictions.id = $1`,
    [template],
  );
  stuck.add('uploads/7.png');
  await Promise.all(
    [one, two].flatMap(({ app }) => [
      new UploadSweeper(
        app.get(SchedulerRegistry),
        app.get(Database, { strict: false }),
        app.get(AssetStorage, { strict: false }),
      ).removeExpired(),
      app.get(IdempotencyStore, { strict: false }).sweep(() => false),
    ]),
  );
  expect(asked.length).toBe(500);
  expect(await one.database.query('select name from uploads')).toEqual([{ name: 'uploads/7.png' }]);
  expect(await one.database.query('select count(*)::int as count from idempotency_keys')).toEqual([
    { count: 0 },
  ]);
});

it('a graceful stop ends the round and releases the outputs not yet removed', async () => {
  const ids = await expire(150);
  let release!: () => void;
  const held = new Promise<void>((resolve) => (release = resolve));
  beforeRemoval = () => held;
  const sweeper = new RetentionSweeper(
    new SchedulerRegistry(),
    sweepers()[1]!,
    two.app.get(IdempotencyStore, { strict: false }),
  );
  sweeper.onApplicationBootstrap();
  const round = sweeper.round();
  await new Promise<void>((resolve) => {
    const look = setInterval(() => {
      if (asked.length === 0) return;
      clearInterval(look);
      resolve();
    }, 10);
  });
  const stopping = sweeper.beforeApplicationShutdown();
  release();
  await Promise.all([round, stopping]);
  const left = await leftOf(ids);
  expect(left.length).toBe(150 - asked.length);
  expect(left.length).toBeGreaterThan(0);
  expect(left.every(({ is_later }) => is_later === null)).toBe(true);
});
