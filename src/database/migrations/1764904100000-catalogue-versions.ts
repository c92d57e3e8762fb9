import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the versions of what is changed live in the catalogue. The table is new and nothing else is locked: processes of the release
 * before offer and charge what their files say.
 */
export class CatalogueVersions1764904100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CATALOGUE_VERSIONS);
    await runner.query(APPEND_ONLY);
  }

  /** Deletes all versions: models, plans and packs are those of the files again. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table catalogue_versions');
    await runner.query('drop function refuse_catalogue_change');
  }
}

const CATALOGUE_VERSIONS = `
-- What administrators have changed of models, plans and packs. The newest version of each is laid over the catalogue's files.
create table catalogue_versions (
  -- The place among the versions of everything: a process that knows one reads the later ones.
  revision bigint constraint catalogue_versions_pkey primary key,
  kind text not null constraint catalogue_versions_kind_known check (kind in ('model', 'plan', 'pack')),
  key text not null,
  -- Version 1 is that of the files and has no row.
  version integer not null constraint catalogue_versions_version_range check (version >= 2),
  -- All fields that differ from the files on purpose, by name.
  settings jsonb not null,
  -- The fields that this version has set.
  change jsonb not null,
  -- The version whose settings these are again.
  restored integer,
  reason text,
  actor_kind text not null,
  -- A public id.
  actor_id text,
  request_id text,
  created_at timestamptz not null default clock_timestamp(),
  constraint catalogue_versions_texts_length check
    (char_length(key) <= 100 and char_length(reason) <= 500 and char_length(actor_id) <= 200),
  constraint catalogue_versions_once unique (kind, key, version)
);
`;

const APPEND_ONLY = `
create function refuse_catalogue_change() returns trigger language plpgsql as $$
begin
  raise exception 'versions of the catalogue are append-only: % refused', tg_op using errcode = 'P0001';
end $$;
create trigger catalogue_versions_are_append_only before update or delete on catalogue_versions
  for each row execute function refuse_catalogue_change();
create trigger catalogue_versions_are_never_emptied before truncate on catalogue_versions
  for each statement execute function refuse_catalogue_change();
`;
