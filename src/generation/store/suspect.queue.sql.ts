/** The statements about suspects: predictions that have been in too many crashes to run beside others. */
import { CLAIMED_COLUMNS } from './prediction.queue.sql.js';
import { SUSPECT_CRASHES } from './retry-policy.js';

/** Due predictions, of each engine and line, among which suspects are searched: the oldest, which they soon are. */
const SEARCHED = 1_000;

/**
 * The CTEs of suspects that are due at the engines $1[i] with room for $2[i] submits and $3[i] polls.
 *
 * - rooms: the parameters as rows, and the clock, read once.
 * - due_suspects: from the same two lines as everything that was begun; an index of their own would have to be built under
 *   a lock on the whole table.
 */
const DUE_SUSPECTS = `
rooms as materialized (
  select r.*, clock_timestamp() as now from unnest($1::text[], $2::int[], $3::int[]) as r (provider, places, polls)
),
due_suspects as materialized (
  select d.id from rooms r cross join lateral (
    select id, crashes + (lease_until is not null)::int as crashes from predictions
    where status = 'processing' and started_at is not null and provider_ref is null and provider = r.provider
      and run_at <= r.now and (lease_until is null or lease_until <= r.now)
    order by run_at limit ${SEARCHED}) d
  where r.places > 0 and d.crashes >= ${SUSPECT_CRASHES}
  union all
  select d.id from rooms r cross join lateral (
    select id, crashes + (lease_until is not null)::int as crashes from predictions
    where status = 'processing' and started_at is not null and provider_ref is not null and provider = r.provider
      and run_at <= r.now and (lease_until is null or lease_until <= r.now)
    order by run_at limit ${SEARCHED}) d
  where r.polls > 0 and d.crashes >= ${SUSPECT_CRASHES}
)`;

/** HAS_DUE_SUSPECTS: whether a suspect is due. Parameters as in `DUE_SUSPECTS`. */
export const HAS_DUE_SUSPECTS = `with ${DUE_SUSPECTS} select exists (select 1 from due_suspects) as found`;

/**
 * CLAIM_SUSPECT: claims one suspect. $4: the worker's number. $5: seconds of a lease.
 *
 * - chosen_suspects: of those that ended the fewest processes the one that waits longest, so that none holds up the others.
 * - claimed_suspects: that one, with a new fence and lease.
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
    fence = p.fence + 1, leased_by = $4, lease_until = clock_timestamp() + make_interval(secs => $5),
    crashes = p.crashes + (p.lease_until is not null)::int
  where p.id = any (array(select id from chosen_suspects))
  returning p.*
)
select ${CLAIMED_COLUMNS} from claimed_suspects
`;

/**
 * COUNT_ISOLATED_CRASH: the process of worker $1 ended while it ran a suspect. Counted by the process that started it and
 * is still there: when both end at once, what ended them is not known. The lease is over at once.
 */
export const COUNT_ISOLATED_CRASH = `
update predictions p set isolated_crashes = p.isolated_crashes + 1, lease_until = clock_timestamp()
where p.status = 'processing' and p.lease_until > clock_timestamp() and p.leased_by = $1
returning p.id, p.crashes + 1 as crashes, p.isolated_crashes
`;

/**
 * TRUST_AGAIN: the suspect $1 with the fence $2 has passed a step alone and waits at its engine: it goes back among the
 * others, at the price of one of the crashes it has left, and a single crash makes it a suspect again. Once only, so that
 * what kills now and then ends too.
 */
export const TRUST_AGAIN = `
update predictions p set crashes = ${SUSPECT_CRASHES - 1}, isolated_crashes = 1
where p.id = $1 and p.fence = $2 and p.status = 'processing' and p.lease_until is null and p.provider_ref is not null
  and p.isolated_crashes = 0
`;
