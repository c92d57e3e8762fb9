/**
 * A prediction of a plan with `maxConcurrent` has a `plan_tag`, its place in the fair queue. It waits without a `fair_tag`, so no claim
 * finds it, until its account has a free place.
 */
import { sql, statement } from '../../platform/database/index.js';

/** Also bounds the predictions of each account in one statement. */
export const MAX_ACCOUNTS = 200;
const MAX_OF_ACCOUNT = 1_000;

const WAITS = `p.status = 'processing' and p.fair_tag is null`;
const HAS_PLACE = `p.status = 'processing' and p.plan_tag is not null and p.fair_tag is not null`;

export const FIRST_ACCOUNT = '00000000-0000-0000-0000-000000000000';

export const ANY_WAITING = statement('generation.any-waiting', {
  parameters: {},
  isPrepared: true,
  text: `select 1 from predictions p where ${WAITS} limit 1`,
});

/**
 * One transaction fills places at a time. FILL_PLACES is another statement, because its snapshot must be newer than the lock to contain
 * every place that was given before.
 */
export const LOCK_PLACES = statement('generation.lock-places', {
  parameters: {},
  text: 'select pg_advisory_xact_lock(726442, 0)',
});

/**
 * Gives free places of plans to waiting predictions, of each account in the order of `plan_tag`. Places are null without a limit; a plan
 * that is not among `plans` has `usualPlaces`. `after`: the account after which it starts. Returns the last account that it read, null when
 * no further one has a waiting prediction, and the number of filled places.
 *
 * - plans: the parameters as rows.
 * - accounts_in_line: accounts with a waiting prediction, found by a loose index scan (one index lookup per account).
 * - free_places: their free places, null without a limit.
 * - chosen_predictions: the predictions that get a place, locked. One that another statement has locked is being cancelled.
 * - filled_places: the predictions, in the fair queue at their place, but not before its clock.
 */
export const FILL_PLACES = statement('generation.fill-places', {
  parameters: {
    plans: sql.text.array,
    places: sql.integer.orNull.array,
    usualPlaces: sql.integer.orNull,
    after: sql.uuid,
  },
  row: { last_account: sql.uuid.orNull, filled: sql.integer },
  text: `
with recursive plans as materialized (
  select * from unnest($plans::text[], $places::int[]) as p (plan, places)
),
accounts_in_line (account_id, number) as (
  (select p.account_id, 1 from predictions p where ${WAITS} and p.account_id > $after::uuid order by p.account_id limit 1)
  union all
  select (
    select p.account_id from predictions p where ${WAITS} and p.account_id > l.account_id order by p.account_id limit 1), l.number + 1
  from accounts_in_line l where l.account_id is not null and l.number < ${MAX_ACCOUNTS}
),
free_places as materialized (
  select l.account_id, case when p.plan is null then $usualPlaces::int else p.places end - (
    select count(*) from predictions p where p.account_id = l.account_id and ${HAS_PLACE})::int as places
  from accounts_in_line l join accounts a on a.id = l.account_id left join plans p on p.plan = a.plan
),
chosen_predictions as materialized (
  select w.id from free_places f cross join lateral (
    select p.id from predictions p where ${WAITS} and p.account_id = f.account_id
    order by p.plan_tag, p.id
    limit case when f.places is null then ${MAX_OF_ACCOUNT} else greatest(0, least(f.places, ${MAX_OF_ACCOUNT})) end
    for update skip locked) w
),
filled_places as (
  update predictions p set fair_tag = greatest(p.plan_tag, (select tag from queue_clock order by tag desc limit 1))
  where p.id = any (array(select id from chosen_predictions)) and ${WAITS}
  returning p.id
)
select (select account_id from accounts_in_line where number = ${MAX_ACCOUNTS}) as last_account,
  (select count(*)::int from filled_places) as filled
`,
});
