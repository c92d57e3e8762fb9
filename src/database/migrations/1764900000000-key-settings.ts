import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds expiry, allowed models and addresses, metadata, a switch and rotation to API keys. Only columns without a default or with a
 * constant one: no row is rewritten. `place` is null for an expired key whose place another key has taken.
 *
 * Processes of the release before ignore the new columns. They reject a replaced key at once, because its `revoked_at` is set, and
 * admit an expired or disabled key until they are stopped.
 */
export class KeySettings1764900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(NEW_COLUMNS);
    await runner.query(RECORD_KEYS);
  }

  /** Keys that expired stay unusable: they are revoked as of then. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(RECORD_KEYS_BEFORE);
    await runner.query(END_UNUSABLE);
    await runner.query(OLD_COLUMNS);
  }
}

const NEW_COLUMNS = `
alter table api_keys
  -- The key is rejected from then on.
  add column expires_at timestamptz,
  -- The key is rejected until it is enabled again.
  add column disabled_at timestamptz,
  -- Keys of models and networks that the key may be used for and from; null: any.
  add column allowed_models text[],
  add column allowed_ips inet[],
  add column metadata jsonb not null default '{}',
  -- When a replaced key stops working: also in revoked_at, which processes of the release before read.
  add column retires_at timestamptz,
  -- The key that this one has replaced, and the key that has replaced this one.
  add column replaces uuid,
  add column replaced_by uuid,
  -- The first key of a chain of replacements, whose budgets all of them share; null for that key itself.
  add column budget_id uuid,
  alter column place drop not null
`;

const RECORD_KEYS = `
create or replace function record_key_event() returns trigger language plpgsql as $$
begin
  insert into events (kind, account_id, key_id, payload)
  values (case when new.revoked_at is null then 'key.created' else 'key.revoked' end, new.account_id, new.id,
    jsonb_strip_nulls(jsonb_build_object('env', new.env, 'scopes', new.scopes,
      'replaces', case when new.revoked_at is null then 'key_' || replace(new.replaces::text, '-', '') end,
      'replacedBy', 'key_' || replace(new.replaced_by::text, '-', ''),
      'revokedAt', case when new.replaced_by is not null
        then to_char(new.revoked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end)));
  return null;
end $$`;

const RECORD_KEYS_BEFORE = `
create or replace function record_key_event() returns trigger language plpgsql as $$
begin
  insert into events (kind, account_id, key_id, payload)
  values (case when new.revoked_at is null then 'key.created' else 'key.revoked' end, new.account_id, new.id,
    jsonb_build_object('env', new.env, 'scopes', new.scopes));
  return null;
end $$`;

const END_UNUSABLE = `
update api_keys set revoked_at = least(expires_at, coalesce(disabled_at, 'infinity')), place = coalesce(place, 1)
where revoked_at is null and (place is null or expires_at <= clock_timestamp() or disabled_at is not null)
`;

const OLD_COLUMNS = `
update api_keys set place = 1 where place is null;
alter table api_keys
  drop column expires_at, drop column disabled_at, drop column allowed_models, drop column allowed_ips, drop column metadata,
  drop column retires_at, drop column replaces, drop column replaced_by, drop column budget_id, alter column place set not null
`;
