/** The statements about suspects: predictions with so many crashes that they must not run beside others. */
import { CLAIMED_COLUMNS, HOLDS_PLACE } from './prediction.queue.sql.js';
import { SUSPECT_CRASHES } from './retry-policy.js';

/** The oldest due predictions, per engine and kind of exchange, that are checked. A suspect soon is among them. */
const MAX_CHECKED = 1_000;

/**
 * The CTEs of suspects that are due at the engines $1[i], which can take $2[i] submits and $3[i] polls. $4[i]: the places of
 * the engine over all processes, null without a limit. They are counted only for a suspect that is due and holds none.
 *
 * - engine_capacities: the parameters as rows, with the clock, read once.
 * - due_suspects: read through the indexes of all begun predictions. Building an index of suspects would lock the table.
 */
const DUE_SUSPECTS = `
engine_capacities as materialized (
  select c.*, clock_timestamp() as now from unnest($1::text[], $2::int[], $3::int[], $4::int[])
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

/** HAS_DUE_SUSPECTS: whether a suspect is due. Parameters as in `DUE_SUSPECTS`. */
export const HAS_DUE_SUSPECTS = `with ${DUE_SUSPECTS} select exists (select 1 from due_suspects) as found`;

/**
 * CLAIM_SUSPECT: claims one suspect. Parameters as in `DUE_SUSPECTS`. $5: the worker's number. $6: seconds of a lease.
 *
 * - chosen_suspects: the suspect with the fewest crashes, of these the oldest due one, so that none blocks the others.
 * - claimed_suspects: the chosen one, with a new fence and lease.
 */
export const CLAIM_SUSPECT = `
with ${DUE_SUSPECTS},
chosen_suspects as materialized (
  select id from predictions p
  where p.id = any (array(select id from due_suspects)) and p.status = 'processing'
    and (p.lease_until is null or p.lease_until <= clock_timestamp())
  order by p.isolated_crashes, p.crashes, p.run_at limit 1 for update skip locked
),
claimed_suspects as (
  update predictions p set
    fence = p.fence + 1, leased_by = $5, lease_until = clock_timestamp() + make_interval(secs => $6),
    crashes = p.crashes + (p.lease_until is not null)::int
  where p.id = any (array(select id from chosen_suspects))
  returning p.*
)
select ${CLAIMED_COLUMNS} from claimed_suspects
`;

/**
 * COUNT_ISOLATED_CRASH: the isolated process of the worker $1 crashed while it ran a suspect. Expires the lease. The process
 * that started it runs this statement: when both end together, the cause is not known and nothing is counted.
 */
export const COUNT_ISOLATED_CRASH = `
update predictions p set isolated_crashes = p.isolated_crashes + 1, lease_until = clock_timestamp()
where p.status = 'processing' and p.lease_until > clock_timestamp() and p.leased_by = $1
returning p.id, p.crashes + 1 as crashes, p.isolated_crashes
`;

/**
 * UNMARK_SUSPECT: returns the suspect $1 with the fence $2 to the normal queue after it passed a step alone and waits at its
 * engine. This counts as one isolated crash, and one more crash makes it a suspect again. It happens once per prediction,
 * so that one that crashes only now and then fails too.
 */
export const UNMARK_SUSPECT = `
update predictions p set crashes = ${SUSPECT_CRASHES - 1}, isolated_crashes = 1
where p.id = $1 and p.fence = $2 and p.status = 'processing' and p.lease_until is null and p.provider_ref is not null
  and p.isolated_crashes = 0
`;
