import { rowOf, sql, statement } from '../../platform/database/index.js';
import { RunTimeEntity } from './run-time.entity.js';

/** The least recently measured workloads beyond this are deleted. */
const MAX_WORKLOADS = 5_000;

/** About this many runs make an average, so that it follows an engine that becomes faster or slower. */
const AVERAGED_RUNS = 20;

/** The rows are ordered, so that two processes never deadlock. */
export const RECORD = statement('generation.record-run-times', {
  parameters: {
    workloads: sql.bigint.array,
    modelKeys: sql.text.array,
    costs: sql.bigint.array,
    seconds: sql.float8.array,
    heldSeconds: sql.float8.array,
    runs: sql.integer.array,
  },
  isPrepared: true,
  text: `
insert into run_times (workload, model_key, cost, seconds, held_seconds, runs)
select * from unnest(
  $workloads::bigint[], $modelKeys::text[], $costs::bigint[], $seconds::float8[], $heldSeconds::float8[], $runs::int[]) as m (workload)
order by workload
on conflict (workload) do update set
  cost = excluded.cost,
  seconds = run_times.seconds + (excluded.seconds - run_times.seconds)
    * excluded.runs / (least(run_times.runs, ${AVERAGED_RUNS}) + excluded.runs),
  held_seconds = run_times.held_seconds + (excluded.held_seconds - run_times.held_seconds)
    * excluded.runs / (least(run_times.runs, ${AVERAGED_RUNS}) + excluded.runs),
  runs = least(run_times.runs + excluded.runs, 1000000), updated_at = clock_timestamp()
`,
});

export const FORGET = statement('generation.forget-run-times', {
  parameters: {},
  text: `
delete from run_times where workload in (
  select workload from run_times order by updated_at desc offset ${MAX_WORKLOADS})
`,
});

export const READ = statement('generation.read-run-times', {
  parameters: {},
  row: {
    ...rowOf(RunTimeEntity, 'workload', 'model_key', 'seconds', 'held_seconds', 'runs'),
    cost: sql.float8,
  },
  isPrepared: true,
  text: `
select workload, model_key, cost::float8, seconds, held_seconds, runs
from run_times order by updated_at desc limit ${MAX_WORKLOADS}
`,
});
