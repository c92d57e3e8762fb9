/** The statement of lists of events. */
import { columns } from '../database/index.js';
import type { AuditEventEntity } from './audit-event.entity.js';

/** Events that a page reads at most. The next page continues behind them. */
export const MOST_READ = 2_000;

const COLUMNS = columns<AuditEventEntity>(
  'id',
  'created_at',
  'account_id',
  'actor_kind',
  'actor_id',
  'address',
  'action',
  'target',
  'before',
  'after',
  'request_id',
);

/** The place of an event in a list, exact to the microsecond. */
const PLACE = `to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/**
 * LIST_EVENTS: lists events, newest first. Parameters: those of the conditions. At least one row; `id` is null in the only row of an
 * empty page.
 *
 * - page_events: the matching events among the first that `scope` selects. `scope` is a range of one index, `rest` is any condition.
 * Names of operator keys are read beside the page: they never change, and no key is deleted.
 * - last_places: the last event that was read, when the page has room and more events may follow.
 */
export const LIST_EVENTS = (scope: string, rest: string, limit: number) => `
with page_events as materialized (
  select * from (
    select ${COLUMNS} from audit_events where ${scope} order by created_at desc, id desc limit ${MOST_READ}
  ) read_events
  where ${rest} order by created_at desc, id desc limit ${limit}
),
last_places as materialized (
  select ${PLACE} as read_to, id as read_to_id from audit_events
  where ${scope} and (select count(*) from page_events) < ${limit}
  order by created_at desc, id desc offset ${MOST_READ - 1} limit 1
)
select ends.*, page.*, ${PLACE} as created_exact, k.name as actor_name
from (select (select read_to from last_places) as read_to, (select read_to_id from last_places) as read_to_id) ends
left join page_events page on true
left join lateral (
  select name from operator_keys
  where page.actor_kind = 'operator_key'
    and id = case when page.actor_id ~ '^opk_[0-9a-f]{32}$' then substr(page.actor_id, 5)::uuid end
) k on true
order by page.created_at desc, page.id desc
`;
