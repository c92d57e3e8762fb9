/** The statement that reads the fair queue. */

/** Predictions whose position is known. */
const MAX_POSITION = 1_000;

/**
 * FIRST_WAITING: the first waiting predictions in fair order, with the number of running ones.
 *
 * - engines: engines with a waiting prediction, found by a loose index scan (one index lookup per engine).
 * - The lateral join reads the first rows of each engine by index; only these are merged and sorted. Without it, every
 *   waiting prediction would be sorted.
 */
export const FIRST_WAITING = `
with recursive engines as (
  (select provider from predictions where status = 'processing' and started_at is null order by provider limit 1)
  union all
  select (
    select p.provider from predictions p
    where p.status = 'processing' and p.started_at is null and p.provider > e.provider order by p.provider limit 1)
  from engines e where e.provider is not null
)
select w.id, w.model_key, (select count(*) from predictions where leased_by is not null) as running
from engines e cross join lateral (
  select id, model_key, fair_tag from predictions
  where status = 'processing' and started_at is null and provider = e.provider
  order by fair_tag, id limit ${MAX_POSITION}) w
order by w.fair_tag, w.id limit ${MAX_POSITION}
`;
