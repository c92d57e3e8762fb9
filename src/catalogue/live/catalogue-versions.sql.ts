/** The statements about versions of the catalogue. */

/** Versions of one statement. Bounds its bytes: settings have 64 KiB at most. */
export const MAX_READ = 50;

/**
 * READ_AFTER: the versions after the revision $1 that a process needs, and the time before which all of them were made: the newest of
 * everything, and those that were replaced lately, because their prices can still be charged.
 */
export const READ_AFTER = `
select extract(epoch from statement_timestamp()) * 1000 as now, coalesce((
  select jsonb_agg(to_jsonb(v) order by v.revision) from (
    select revision, kind, key, version, settings, extract(epoch from created_at) * 1000 as changed_at
    from catalogue_versions v
    where revision > $1::bigint and not exists (
      select from catalogue_versions n where n.kind = v.kind and n.key = v.key and n.version = v.version + 1
        and n.created_at < clock_timestamp() - interval '2 minutes')
    order by revision limit ${MAX_READ}) v
), '[]') as versions
`;

/** LOCK: lets one change of the catalogue run at a time, over all processes: versions and revisions have no gaps. */
export const LOCK = `select pg_advisory_xact_lock(hashtextextended('catalogue_versions', 0))`;

/** FIND_NEWEST: the newest version of the kind $1 and the key $2. */
export const FIND_NEWEST = `
select version, settings from catalogue_versions where kind = $1 and key = $2 order by version desc limit 1
`;

/** FIND: the settings of the version $3 of the kind $1 and the key $2. */
export const FIND = `select settings from catalogue_versions where kind = $1 and key = $2 and version = $3`;

/**
 * ADD: the version $3 of the kind $1 and the key $2 with the settings $4, of which it sets $5, restored from the version $6, because of $7,
 * by the actor $8 (kind) and $9 (public id), in the request $10.
 */
export const ADD = `
insert into catalogue_versions
  (revision, kind, key, version, settings, change, restored, reason, actor_kind, actor_id, request_id)
select coalesce(max(revision), 0) + 1, $1::text, $2::text, $3::integer, $4::jsonb, $5::jsonb, $6::integer, $7::text, $8::text, $9::text,
  $10::text
from catalogue_versions
`;

/** The id of an actor in its table; null when its public id is none. */
const ACTOR_UUID = `(case when actor_id ~ '^[a-z]{3}_[0-9a-f]{32}$' then substr(actor_id, 5)::uuid end)`;

/**
 * LIST: up to $4 versions of the kind $1 and the key $2 before the version $3, newest first.
 *
 * - versions: those of the table, and version 1, which is that of the files.
 */
export const LIST = `
with versions as (
  select version, settings, change, restored, reason, actor_kind, actor_id, request_id, created_at
  from catalogue_versions where kind = $1 and key = $2 and version < $3::integer
  union all
  select 1, '{}', '{}', null, null, null, null, null, null where 1 < $3::integer
)
select v.*, case left(actor_id, 4)
    when 'usr_' then (select u.email from users u where u.id = ${ACTOR_UUID})
    when 'opk_' then (select k.name from operator_keys k where k.id = ${ACTOR_UUID})
  end as actor_name
from versions v order by version desc limit $4
`;
