import { columns, rowOf, type RowOfColumns, sql } from '../platform/database/index.js';
import { AuditEventEntity } from './audit-event.entity.js';

/** Limits what a page reads. The next page continues behind it. */
export const MOST_READ = 2_000;

const EVENT_COLUMNS = [
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
] as const;
const COLUMNS = columns<AuditEventEntity>(...EVENT_COLUMNS);

const EVENT_ROW = {
  ...rowOf(AuditEventEntity, ...EVENT_COLUMNS),
  created_exact: sql.text,
  actor_name: sql.text.orNull,
  target_name: sql.text.orNull,
  account_email: sql.text.orNull,
};

export type EventRow = RowOfColumns<typeof EVENT_ROW>;

/** The columns of an event, all of them, are null in the only row of an empty page. */
export const LIST_ROW = {
  ...EVENT_ROW,
  id: sql.uuid.orNull,
  read_to: sql.text.orNull,
  read_to_id: sql.uuid.orNull,
};

/** The place of an event in a list, exact to the microsecond. */
const PLACE = `to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** @param account SQL expression. */
const EMAIL_OF = (account: string) =>
  `(select u.email from users u where u.account_id = ${account} order by u.created_at, u.id limit 1)`;

/**
 * Returns SQL for what people call the thing with a public id: the email of a user or of an account's first user, the name of a key. Null
 * for another thing. Each is an index lookup. @param id SQL expression.
 */
const NAME_OF = (id: string) => {
  const uuid = `(case when ${id} ~ '^[a-z]{3}_[0-9a-f]{32}$' then substr(${id}, 5)::uuid end)`;
  return `case left(${id}, 4)
    when 'usr_' then (select u.email from users u where u.id = ${uuid})
    when 'acc_' then ${EMAIL_OF(uuid)}
    when 'key_' then (select k.name from api_keys k where k.id = ${uuid})
    when 'opk_' then (select k.name from operator_keys k where k.id = ${uuid})
  end`;
};

/**
 * Lists events, newest first. Parameters: those of the conditions. Returns at least one row: see LIST_ROW.
 * - page_events: the matching events among the first that `scope` selects. `scope` is a range of one index, `rest` is any condition. Names
 *   are read beside the page, as they are now: an event has none, and those of a deleted account are gone.
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
select ends.*, page.*, ${PLACE} as created_exact, ${NAME_OF('page.actor_id')} as actor_name,
  ${NAME_OF('page.target')} as target_name, ${EMAIL_OF('page.account_id')} as account_email
from (select (select read_to from last_places) as read_to, (select read_to_id from last_places) as read_to_id) ends
left join page_events page on true
order by page.created_at desc, page.id desc
`;
