/** The statements about the durations of completed predictions. */

/** Workloads that are kept and read; the least recently measured ones are deleted. */
const MAX_WORKLOADS = 5_000;

/** An average is of about this many runs, so that it follows an engine that becomes faster or slower. */
const AVERAGED_RUNS = 20;

/**
 * RECORD: adds the averages of $6[i] runs of the workload $1[i], of the model $2[i], at the cost $3[i]: $4[i] seconds in all and
 * $5[i] with a place held. Ordered, so that two processes never deadlock.
 */
export const RECORD = `
insert into run_times (workload, model_key, cost, seconds, held_seconds, runs)
select * from unnest($1::bigint[], $2::text[], $3::bigint[], $4::float8[], $5::float8[], $6::int[]) as m (workload)
order by workload
on conflict (workload) do update set
  cost = excluded.cost,
  seconds = run_times.seconds + (excluded.seconds - run_times.seconds)
    * excluded.runs / (least(run_times.runs, ${AVERAGED_RUNS}) + excluded.runs),
  held_seconds = run_times.held_seconds + (excluded.held_seconds - run_times.held_seconds)
    * excluded.runs / (least(run_times.runs, ${AVERAGED_RUNS}) + excluded.runs),
  runs = least(run_times.runs + excluded.runs, 1000000), updated_at = clock_timestamp()
`;

/** FORGET: deletes the least recently measured workloads beyond the bound. */
export const FORGET = `
delete from run_times where workload in (
  select workload from run_times order by updated_at desc offset ${MAX_WORKLOADS})
`;

/** READ: the durations of the workloads measured last. */
export const READ = `
select workload, model_key, cost::float8, seconds, held_seconds, runs
from run_times order by updated_at desc limit ${MAX_WORKLOADS}
`;
