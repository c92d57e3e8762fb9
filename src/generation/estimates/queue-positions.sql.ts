import { rowOf, sql, statement } from '../../platform/database/index.js';
import { PredictionEntity } from '../prediction.entity.js';

const MAX_POSITION = 1_000;
const MAX_RUNNING = 1_000;

/**
 * The first waiting predictions in fair order, then the running ones, which have `elapsed_seconds`. `lockClass`: of the advisory locks of
 * workers. `limitedEngines`: where a prediction holds a place until it is final.
 *
 * - engines: engines with a waiting prediction, found by a loose index scan (one index lookup per engine).
 * - waiting_predictions: the first rows of each engine, by index. Without the lateral join, every waiting prediction would be sorted.
 * - running_predictions: those that hold a place of a worker.
 * - awaited_predictions: those that hold only a place of their engine.
 */
export const FIRST_WAITING = statement('generation.first-waiting', {
  parameters: { lockClass: sql.oid, limitedEngines: sql.text.array },
  row: {
    ...rowOf(PredictionEntity, 'id', 'provider', 'model_key', 'workload'),
    cost: sql.float8,
    elapsed_seconds: sql.float8.orNull,
    is_awaited: sql.boolean,
    workers: sql.integer,
  },
  isPrepared: true,
  text: `
with recursive engines as (
  (select provider from predictions where status = 'processing' and started_at is null order by provider limit 1)
  union all
  select (
    select p.provider from predictions p
    where p.status = 'processing' and p.started_at is null and p.provider > e.provider order by p.provider limit 1)
  from engines e where e.provider is not null
),
waiting_predictions as (
  select w.* from engines e cross join lateral (
    select id, provider, model_key, workload, cost, fair_tag from predictions
    where status = 'processing' and started_at is null and provider = e.provider and fair_tag is not null
    order by fair_tag, id limit ${MAX_POSITION}) w
  order by w.fair_tag, w.id limit ${MAX_POSITION}
),
running_predictions as (
  select id, provider, model_key, workload, cost, started_at from predictions where leased_by is not null limit ${MAX_RUNNING}
),
awaited_predictions as (
  select a.* from unnest($limitedEngines::text[]) as e (provider) cross join lateral (
    select id, provider, model_key, workload, cost, started_at from predictions
    where status = 'processing' and started_at is not null and provider_ref is not null and provider = e.provider and leased_by is null
    limit ${MAX_RUNNING}) a
)
select id, provider, model_key, workload, cost::float8, null::float8 as elapsed_seconds, false as is_awaited, (
    select count(distinct l.objid)::int from pg_locks l where l.locktype = 'advisory' and l.granted and l.classid = $lockClass
      and l.database = (select oid from pg_database where datname = current_database())) as workers
from (select * from waiting_predictions order by fair_tag, id) w
union all
select id, provider, model_key, workload, cost::float8,
  extract(epoch from clock_timestamp() - coalesce(started_at, clock_timestamp()))::float8, is_awaited, 0
from (select *, false as is_awaited from running_predictions union all select *, true from awaited_predictions) r
`,
});
