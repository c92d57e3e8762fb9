import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex } from '../build-index.js';

const CREATIONS_INDEX = 'account_creations_account';
const END_USERS_INDEX = 'spend_counters_end_users';

/**
 * Adds deletions of accounts. The triggers that keep the ledger, the audit trail and final predictions unchanged let pass what erases
 * the personal data of a deleted account, and nothing else. Only functions are replaced, so no table is locked. Processes of the release
 * before neither delete nor export; a deletion holds for them too, because it ends keys, memberships and sign-ins.
 */
export class AccountDeletions1764905000000 implements MigrationInterface {
  readonly transaction = false;

  /** May run again after it was killed. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ACCOUNT_DELETIONS);
    for (const statement of Object.values(functions(true))) await runner.query(statement);
    await buildIndex(runner, {
      table: 'account_creations',
      name: CREATIONS_INDEX,
      definition: '(account_id)',
    });
    await buildIndex(runner, {
      table: 'spend_counters',
      name: END_USERS_INDEX,
      definition: '(account_id) where external_user_id is not null',
    });
  }

  /** Forgets which accounts are deleted. What was erased stays erased. */
  async down(runner: QueryRunner): Promise<void> {
    for (const statement of Object.values(functions(false))) await runner.query(statement);
    await runner.query(`drop index if exists ${CREATIONS_INDEX}, ${END_USERS_INDEX}`);
    await runner.query('drop table if exists account_deletions, account_exports, account_limits');
  }
}

const ACCOUNT_DELETIONS = `
-- Accounts that are deleted: a row from the acceptance of the deletion on, for ever. The account and its ledger stay.
create table if not exists account_deletions (
  account_id uuid constraint account_deletions_pkey primary key,
  requested_at timestamptz not null default clock_timestamp(),
  -- How far the erasure is: what a worker continues after another one was killed.
  pass integer not null default 1,
  step text not null default '',
  position jsonb,
  -- When a worker continues, or until when one has claimed it.
  due_at timestamptz not null default clock_timestamp(),
  -- When nothing was left to erase.
  finished_at timestamptz
);
create index if not exists account_deletions_due on account_deletions (due_at) where finished_at is null;
-- Limits of an account instead of its plan's.
create table if not exists account_limits (
  account_id uuid constraint account_limits_pkey primary key,
  max_rate_limit integer not null constraint account_limits_rate_limit_range check (max_rate_limit between 10 and 6000)
);
-- Exports of accounts in progress: one per account. The row of a killed process expires.
create table if not exists account_exports (
  account_id uuid constraint account_exports_pkey primary key,
  id uuid not null,
  lease_until timestamptz not null
)`;

/** @param isErasable false: as they were before. */
const functions = (isErasable: boolean) => ({
  requireAccount: `
create or replace function require_account() returns trigger language plpgsql as $$
begin
  perform from accounts where id = new.account_id for key share;
  if not found then
    raise exception 'the account % does not exist', new.account_id using errcode = 'foreign_key_violation';
  end if;${
    isErasable
      ? `
  -- A deletion locks the account: what waited for it sees the deletion. The request gets a 503, and the next one a 401.
  if exists (select from account_deletions where account_id = new.account_id) then
    raise exception 'the account % is deleted', new.account_id using errcode = 'serialization_failure';
  end if;`
      : ''
  }
  return null;
end $$`,
  refuseLedgerChange: `
create or replace function refuse_ledger_change() returns trigger language plpgsql as $$
${
  isErasable
    ? `declare
  erased jsonb;
begin
  -- Of a deleted account the texts that people wrote can be erased: notes, and references of operators.
  if tg_op = 'UPDATE' and tg_table_name = 'ledger_transfers' then
    erased := to_jsonb(old) || '{"note": null}';
    if to_jsonb(new) = erased and exists (select from account_deletions d where d.account_id = old.account_id) then
      return new;
    end if;
  elsif tg_op = 'UPDATE' and tg_table_name = 'transfer_references' then
    erased := to_jsonb(old) || jsonb_build_object('reference', 'erased:' || old.transfer_id,
      'fingerprint', sha256(convert_to('erased:' || old.transfer_id, 'UTF8')));
    if to_jsonb(new) = erased and exists (
      select from ledger_transfers t join account_deletions d on d.account_id = t.account_id where t.id = old.transfer_id) then
      return new;
    end if;
  end if;`
    : 'begin'
}
  raise exception 'the ledger is append-only: % refused', tg_op using errcode = 'P0001';
end $$`,
  refuseAuditChange: `
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
declare
  erased audit_events;
begin
  if tg_op = 'UPDATE' then
    erased := old;
    erased.address := null;${
      isErasable
        ? `
    -- Of a deleted account also what its people and its callers wrote, each value or none.
    if exists (select from account_deletions d where d.account_id = old.account_id) then
      if new.request_id is null then erased.request_id := null; end if;
      if new.before is null then erased.before := null; end if;
      if new.after is null then erased.after := null; end if;
      if new.target is null and starts_with(old.action, 'end_user.') then erased.target := null; end if;
    end if;`
        : ''
    }
    if new *= erased then
      return new;
    end if;
  end if;
  raise exception 'the audit trail is append-only: % refused', tg_op using errcode = 'P0001';
end $$`,
  refuseFinalChange: `
create or replace function refuse_final_change() returns trigger language plpgsql as $$
begin
  if new.status is distinct from old.status or new.cost <> old.cost or new.account_id <> old.account_id
     or new.error_code is distinct from old.error_code or new.completed_at is distinct from old.completed_at
     or new.outputs is distinct from old.outputs${
       isErasable
         ? `
        and not (new.outputs = '[]' and exists (select from account_deletions d where d.account_id = old.account_id))`
         : ''
     } then
    raise exception 'prediction % is final', old.id using errcode = 'P0001';
  end if;
  return new;
end $$`,
});
