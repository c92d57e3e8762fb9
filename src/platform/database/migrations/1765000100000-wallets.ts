import { SetupError } from '@offprint/postgres';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A process of the service keeps such a session; a start opens it after the migrations. */
const RUNNING = `select from pg_stat_activity where datname = current_database() and application_name like 'offprint-listener%' limit 1`;

const WALLETS = `
create table wallets (
  account_id uuid not null,
  epoch bigint not null default 0,
  updates integer not null default 0,
  balance bigint not null default 0,
  held bigint not null default 0,
  owed bigint not null default 0,
  credits_expire_at timestamptz,
  has_expired_held boolean not null default false,
  spend_limits bigint not null default 0,
  fair_tag bigint not null default 0,
  balance_updated_at timestamptz not null default clock_timestamp(),
  constraint wallets_balance_not_negative check (balance >= 0),
  constraint wallets_held_not_negative check (held >= 0),
  constraint wallets_owed_not_negative check (owed >= 0)
) with (fillfactor = 70);
insert into wallets
select id, generation, updates, balance, held, owed, credits_expire_at, has_expired_held, spend_limits, fair_tag, balance_updated_at
from accounts;
alter table wallets add constraint wallets_pkey primary key (account_id, epoch);
`;

/** Each wallet is its account's, with its sums; then the columns of the accounts go. */
const COMPARE = `
do $$
declare
  doubled uuid;
  accounts_sums record;
  wallets_sums record;
begin
  select id into doubled from accounts group by id having count(*) > 1 limit 1;
  if found then
    raise exception 'the account % has two rows: npm run ledger:verify says which balance its entries have', doubled;
  end if;
  select count(*), sum(balance) as balance, sum(held) as held, sum(owed) as owed into accounts_sums from accounts;
  select count(*), sum(w.balance) as balance, sum(w.held) as held, sum(w.owed) as owed into wallets_sums
  from wallets w join accounts a on a.id = w.account_id
    and (a.balance, a.held, a.owed, a.spend_limits, a.fair_tag) = (w.balance, w.held, w.owed, w.spend_limits, w.fair_tag);
  if accounts_sums is distinct from wallets_sums then
    raise exception 'the wallets differ from the accounts: % and %', wallets_sums, accounts_sums;
  end if;
end $$;
alter table accounts
  drop constraint accounts_pkey,
  drop column generation, drop column updates, drop column balance, drop column held, drop column owed,
  drop column credits_expire_at, drop column has_expired_held, drop column spend_limits, drop column fair_tag,
  drop column balance_updated_at,
  add constraint accounts_pkey primary key (id),
  reset (fillfactor);
alter table wallets add constraint wallets_account_id_fkey foreign key (account_id) references accounts(id);
`;

const TRIGGERS = `
create function open_wallet() returns trigger language plpgsql as $$
begin
  insert into wallets (account_id) select new.id where not exists (select from wallets where account_id = new.id);
  return null;
end
$$;
create trigger accounts_open_wallet after insert on accounts for each row execute function open_wallet();

-- No index can be unique by the account alone: each version of a wallet that begins a page would be compared with all others in it.
create function refuse_second_wallet() returns trigger language plpgsql as $$
begin
  perform from accounts where id = new.account_id for no key update;
  if exists (select from wallets where account_id = new.account_id) then
    raise exception 'the account % has a wallet', new.account_id using errcode = 'unique_violation';
  end if;
  return new;
end
$$;
create trigger wallets_are_one before insert or update of account_id on wallets
  for each row execute function refuse_second_wallet();
create trigger wallets_are_kept before delete on wallets for each row execute function refuse_account_removal();
`;

/** A row version begins an epoch; "generation" is what the service sells. */
const EPOCHS = `
alter table budgets rename column generation to epoch;
alter table spend_counters rename column generation to epoch;
create or replace function return_spending(subjects text[], charged_at timestamptz, refund bigint) returns void language plpgsql as $$
declare
  counter text;
begin
  foreach counter in array subjects loop
    update spend_counters k set spent = greatest(k.spent - refund, 0),
      epoch = k.epoch + (k.updates >= 63)::int,
      updates = case when k.updates >= 63 then 0 else k.updates + 1 end
    where k.subject = counter and charged_at >= k.period_start and charged_at < k.period_end and k.epoch >= (
      select newest.epoch from spend_counters newest
      where newest.subject = counter order by newest.subject desc, newest.epoch desc limit 1);
  end loop;
end
$$;
`;

/**
 * What changes with every charge moves from `accounts` into `wallets`, so that `accounts.id` is unique and can be referenced. Runs with
 * the service stopped, in one transaction: a killed one leaves everything as it was.
 */
export class Wallets1765000100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (((await runner.query(RUNNING)) as unknown[]).length > 0)
      throw new SetupError(
        'This upgrade moves the balances, which needs the service stopped: end all its processes, then start this release.',
      );
    await runner.query('lock table accounts in access exclusive mode');
    for (const part of [WALLETS, COMPARE, TRIGGERS, EPOCHS]) await runner.query(part);
  }

  down(): Promise<void> {
    throw new Error('The move of the balances into wallets cannot be reverted: restore a backup.');
  }
}
