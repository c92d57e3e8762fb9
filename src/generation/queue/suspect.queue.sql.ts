/** A suspect has so many crashes that it must not run beside other predictions. */
import { rowOf, type RowOfStatement, sql, statement } from '../../platform/database/index.js';
import { PredictionEntity } from '../prediction.entity.js';
import { CLAIMED_ROW } from '../prediction.js';
import { CLAIMED_COLUMNS, HOLDS_PLACE } from './prediction.queue.sql.js';
import { SUSPECT_CRASHES } from './retry-policy.js';

/** Per engine and kind of exchange, the oldest due predictions are checked. A suspect soon is among them. */
const MAX_CHECKED = 1_000;

/** The places are over all processes, null without a limit. */
const CAPACITIES = {
  engines: sql.text.array,
  submits: sql.integer.array,
  polls: sql.integer.array,
  placeLimits: sql.integer.orNull.array,
};

/**
 * The places of an engine are counted only for a suspect that is due and holds none.
 *
 * - engine_capacities: the parameters as rows, with the clock, read once.
 * - due_suspects: read through the indexes of all begun predictions. Building an index of suspects would lock the table.
 */
const DUE_SUSPECTS = `
engine_capacities as materialized (
  select c.*, clock_timestamp() as now from unnest($engines::text[], $submits::int[], $polls::int[], $placeLimits::int[])
    as c (provider, submits, polls, place_limit)
),
due_suspects as materialized (
  select d.id from engine_capacities c cross join lateral (
    select id, crashes + (lease_until is not null)::int as crashes, ${HOLDS_PLACE} as is_placed from predictions
    where status = 'processing' and started_at is not null and provider_ref is null and provider = c.provider
      and run_at <= c.now and (lease_until is null or lease_until <= c.now)
    order by run_at limit ${MAX_CHECKED}) d
  where c.submits > 0 and d.crashes >= ${SUSPECT_CRASHES}
    and case when d.is_placed or c.place_limit is null then true
      else coalesce(engine_places_taken(c.provider, c.place_limit) < c.place_limit, false) end
  union all
  select d.id from engine_capacities c cross join lateral (
    select id, crashes + (lease_until is not null)::int as crashes from predictions
    where status = 'processing' and started_at is not null and provider_ref is not null and provider = c.provider
      and run_at <= c.now and (lease_until is null or lease_until <= c.now)
    order by run_at limit ${MAX_CHECKED}) d
  where c.polls > 0 and d.crashes >= ${SUSPECT_CRASHES}
)`;

export const HAS_DUE_SUSPECTS = statement('generation.has-due-suspects', {
  parameters: CAPACITIES,
  row: { found: sql.boolean },
  isPrepared: true,
  text: `with ${DUE_SUSPECTS} select exists (select 1 from due_suspects) as found`,
});

/**
 * - chosen_suspects: the suspect with the fewest crashes, of these the oldest due one, so that none blocks the others.
 * - claimed_suspects: the chosen one, with a new fence and lease.
 */
export const CLAIM_SUSPECT = statement('generation.claim-suspect', {
  parameters: { ...CAPACITIES, worker: sql.integer, leaseSeconds: sql.float8 },
  row: CLAIMED_ROW,
  isPrepared: true,
  text: `
with ${DUE_SUSPECTS},
chosen_suspects as materialized (
  select id from predictions p
  where p.id = any (array(select id from due_suspects)) and p.status = 'processing'
    and (p.lease_until is null or p.lease_until <= clock_timestamp())
  order by p.isolated_crashes, p.crashes, p.run_at limit 1 for update skip locked
),
claimed_suspects as (
  update predictions p set
    fence = p.fence + 1, leased_by = $worker, lease_until = clock_timestamp() + make_interval(secs => $leaseSeconds),
    crashes = p.crashes + (p.lease_until is not null)::int
  where p.id = any (array(select id from chosen_suspects))
  returning p.*
)
select ${CLAIMED_COLUMNS} from claimed_suspects
`,
});

/** The process that started the crashed one runs this statement: when both end together, the cause is not known and nothing is counted. */
export const COUNT_ISOLATED_CRASH = statement('generation.count-isolated-crash', {
  parameters: { worker: sql.integer },
  row: { ...rowOf(PredictionEntity, 'id', 'isolated_crashes'), crashes: sql.integer },
  isPrepared: true,
  text: `
update predictions p set isolated_crashes = p.isolated_crashes + 1, lease_until = clock_timestamp()
where p.status = 'processing' and p.lease_until > clock_timestamp() and p.leased_by = $worker
returning p.id, p.crashes + 1 as crashes, p.isolated_crashes
`,
});

export type IsolatedCrash = RowOfStatement<typeof COUNT_ISOLATED_CRASH>;

/**
 * Returns a suspect to the normal queue after it passed a step alone and waits at its engine. This counts as one isolated crash, and one
 * more crash makes it a suspect again. It happens once per prediction, so that one that crashes only now and then fails too.
 */
export const UNMARK_SUSPECT = statement('generation.unmark-suspect', {
  parameters: { id: sql.uuid, fence: sql.integer },
  isPrepared: true,
  text: `
update predictions p set crashes = ${SUSPECT_CRASHES - 1}, isolated_crashes = 1
where p.id = $id and p.fence = $fence and p.status = 'processing' and p.lease_until is null and p.provider_ref is not null
  and p.isolated_crashes = 0
`,
});
