/** The statement about the fair line. */

/** Predictions whose place is known. */
const FRONT = 1_000;

/**
 * FRONT_OF_LINE: the first predictions that wait, in fair order, with the number of those that run.
 *
 * - engines: those with a waiting prediction, found by skipping from one to the next in the index.
 * - Of these the front of each line by its index, and of those the front of all: read as one line, every prediction that
 *   waits would be sorted.
 */
export const FRONT_OF_LINE = `
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
  order by fair_tag, id limit ${FRONT}) w
order by w.fair_tag, w.id limit ${FRONT}
`;
