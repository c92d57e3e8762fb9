import { rowOf, type RowOfStatement, sql, statement } from '../../platform/database/index.js';
import { CatalogueVersionEntity } from './catalogue-version.entity.js';
import type { Settings, SubjectKind } from './live-settings.js';

/** Bounds the bytes of one statement: settings have 64 KiB at most. */
export const MAX_READ = 50;

export interface ReadVersion {
  revision: number;
  kind: SubjectKind;
  key: string;
  version: number;
  settings: Settings;
  /** In milliseconds. */
  changed_at: number;
}

/**
 * The versions are the newest of each entry, and those that were replaced lately, because their prices can still be charged. All of them
 * were made before `now`, in milliseconds.
 */
export const READ_AFTER = statement('catalogue.read-after', {
  parameters: { revision: sql.bigint },
  row: { now: sql.numeric, versions: sql.jsonb.as<ReadVersion[]>() },
  isPrepared: true,
  text: `
select extract(epoch from statement_timestamp()) * 1000 as now, coalesce((
  select jsonb_agg(to_jsonb(v) order by v.revision) from (
    select revision, kind, key, version, settings, extract(epoch from created_at) * 1000 as changed_at
    from catalogue_versions v
    where revision > $revision::bigint and not exists (
      select from catalogue_versions n where n.kind = v.kind and n.key = v.key and n.version = v.version + 1
        and n.created_at < clock_timestamp() - interval '2 minutes')
    order by revision limit ${MAX_READ}) v
), '[]') as versions
`,
});

export const FIND_NEWEST = statement('catalogue.find-newest', {
  parameters: { kind: sql.text, key: sql.text },
  row: rowOf(CatalogueVersionEntity, 'version', 'settings'),
  text: `
select version, settings from catalogue_versions where kind = $kind and key = $key order by version desc limit 1
`,
});

export const FIND = statement('catalogue.find-version', {
  parameters: { kind: sql.text, key: sql.text, version: sql.integer },
  row: rowOf(CatalogueVersionEntity, 'settings'),
  text: 'select settings from catalogue_versions where kind = $kind and key = $key and version = $version',
});

/** Adds a version. `change`: what of its settings was set. `restored`: the version that they come from. `actor`: its public id. */
export const ADD = statement('catalogue.add-version', {
  parameters: {
    kind: sql.text,
    key: sql.text,
    version: sql.integer,
    settings: sql.jsonb,
    change: sql.jsonb,
    restored: sql.integer.orNull,
    reason: sql.text.orNull,
    actorKind: sql.text,
    actor: sql.text.orNull,
    requestId: sql.text.orNull,
  },
  text: `
insert into catalogue_versions
  (revision, kind, key, version, settings, change, restored, reason, actor_kind, actor_id, request_id)
select coalesce(max(revision), 0) + 1, $kind::text, $key::text, $version::integer, $settings::jsonb, $change::jsonb, $restored::integer,
  $reason::text, $actorKind::text, $actor::text, $requestId::text
from catalogue_versions
`,
});

/** Null when the public id is none of a table. */
const ACTOR_UUID = `(case when actor_id ~ '^[a-z]{3}_[0-9a-f]{32}$' then substr(actor_id, 5)::uuid end)`;

/**
 * Versions before one, newest first.
 *
 * - versions: those of the table, and version 1, which is that of the files. It has no actor and no instant.
 */
export const LIST = statement('catalogue.list-versions', {
  parameters: { kind: sql.text, key: sql.text, before: sql.integer, limit: sql.bigint },
  row: {
    ...rowOf(
      CatalogueVersionEntity,
      ...(['version', 'settings', 'change', 'restored'] as const),
      ...(['reason', 'actor_id', 'request_id'] as const),
    ),
    ...{ actor_kind: sql.text.orNull, actor_name: sql.text.orNull, created_at: sql.timestamptz.orNull },
  },
  text: `
with versions as (
  select version, settings, change, restored, reason, actor_kind, actor_id, request_id, created_at
  from catalogue_versions where kind = $kind and key = $key and version < $before::integer
  union all
  select 1, '{}', '{}', null, null, null, null, null, null where 1 < $before::integer
)
select v.*, case left(actor_id, 4)
    when 'usr_' then (select u.email from users u where u.id = ${ACTOR_UUID})
    when 'opk_' then (select k.name from operator_keys k where k.id = ${ACTOR_UUID})
  end as actor_name
from versions v order by version desc limit $limit
`,
});

export type VersionRow = RowOfStatement<typeof LIST>;
