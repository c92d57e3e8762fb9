import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds memberships, invitations, and the account of a sign-in. A new user becomes the owner of the account by a trigger, so processes of
 * the release before make members too; `1764901100000` adds those of existing users. Those processes know no roles: each
 * user is an owner there until they have ended. The trigger waits for open writes of `users`, and later ones wait for it.
 */
export class Members1764901000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(MEMBERSHIPS);
    await runner.query(INVITATIONS);
    await runner.query(OWNERS);
    await runner.query('alter table sign_in_families add column account_id uuid');
  }

  /** Refused while an account has several members: without roles each of them would be an owner. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(REFUSE_IF_USED);
    await runner.query(`
      alter table sign_in_families drop column account_id;
      drop trigger users_become_owners on users;
      drop function add_owner();
      drop table invitations, memberships`);
  }
}

const MEMBERSHIPS = `
-- Who belongs to which account, with which role. Every request of a user reads its row.
create table memberships (
  user_id uuid not null constraint memberships_user_id_fkey references users on delete cascade,
  account_id uuid not null,
  role text not null constraint memberships_role_known
    check (role in ('owner', 'admin', 'developer', 'viewer', 'billing')),
  since timestamptz not null default clock_timestamp(),
  constraint memberships_pkey primary key (user_id, account_id)
);
create index memberships_account on memberships (account_id);
create trigger memberships_have_account after insert or update of account_id on memberships
  for each row execute function require_account();
`;

const INVITATIONS = `
-- Open invitations to an account. One that was accepted or withdrawn has no row.
create table invitations (
  id uuid constraint invitations_pkey primary key,
  account_id uuid not null,
  email text not null constraint invitations_email_lower check (email = lower(email)),
  role text not null constraint invitations_role_known
    check (role in ('owner', 'admin', 'developer', 'viewer', 'billing')),
  -- Who invited. The invitation ends with the membership of that user.
  invited_by uuid not null constraint invitations_invited_by_fkey references users on delete cascade,
  -- SHA-256 of the token; null until a link was made. The token itself is only in the link.
  hash bytea constraint invitations_hash_unique unique
    constraint invitations_hash_is_sha256 check (length(hash) = 32),
  expires_at timestamptz not null,
  constraint invitations_email_unique unique (account_id, email)
);
create index invitations_email on invitations (email);
create index invitations_invited_by on invitations (invited_by);
create trigger invitations_have_account after insert or update of account_id on invitations
  for each row execute function require_account();
`;

const OWNERS = `
-- A new user is the owner of the account, unless the same statement has made another membership.
create function add_owner() returns trigger language plpgsql as $$
begin
  insert into memberships (user_id, account_id, role, since) values (new.id, new.account_id, 'owner', new.created_at)
  on conflict do nothing;
  return null;
end $$;
create trigger users_become_owners after insert on users for each row execute function add_owner();
`;

const REFUSE_IF_USED = `
do $$ begin
  if exists (select from memberships m join users u on u.id = m.user_id where m.account_id <> u.account_id or m.role <> 'owner') then
    raise exception 'accounts have several members: the release before would make each of them an owner of one account';
  end if;
end $$
`;
