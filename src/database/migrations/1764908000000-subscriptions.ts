import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndex, inTransaction } from '../build-index.js';

/**
 * Adds subscriptions to plans. Each step may run again after it was killed. Processes of the release before reject payments of
 * subscriptions (`wrong_item`): give a plan a price once all processes run this release.
 */
export class Subscriptions1764908000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of COLUMNS) await inTransaction(runner, statement);
    await buildIndex(runner, {
      ...{ name: 'payments_one_grant_per_pack', table: 'payments', isUnique: true },
      definition: '(checkout_id) where credits > 0 and subscription_id is null',
    });
    await buildIndex(runner, {
      ...{ name: 'payments_one_grant_per_month', table: 'payments', isUnique: true },
      definition: '(checkout_id, period_ends_at) where credits > 0 and subscription_id is not null',
    });
    await dropIndex(runner, 'payments_one_grant_per_checkout');
    await inTransaction(runner, SUBSCRIPTIONS);
  }

  /** Refused once a subscription has begun: its months explain entries of the ledger. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(REFUSE_IF_USED);
    await buildIndex(runner, {
      ...{ name: 'payments_one_grant_per_checkout', table: 'payments', isUnique: true },
      definition: '(checkout_id) where credits > 0',
    });
    await runner.query('drop table if exists subscription_events, subscriptions');
    await runner.query('drop index if exists payments_one_grant_per_pack, payments_one_grant_per_month');
    await runner.query('alter table payments drop column subscription_id, drop column period_ends_at');
    await runner.query(
      `delete from checkouts where kind = 'plan' and not exists (select from payments where checkout_id = checkouts.id)`,
    );
    await runner.query('alter table checkouts drop column kind, drop column credits_expire');
  }
}

const COLUMNS = [
  `alter table checkouts
    add column if not exists kind text not null default 'pack',
    add column if not exists credits_expire boolean not null default false,
    drop constraint if exists checkouts_kind_known,
    add constraint checkouts_kind_known check (kind in ('pack', 'plan')) not valid`,
  'alter table checkouts validate constraint checkouts_kind_known',
  `alter table payments
    add column if not exists subscription_id text,
    add column if not exists period_ends_at timestamptz`,
];

const SUBSCRIPTIONS = `
-- A subscription to a plan, by its order. It is known from its first event on.
create table if not exists subscriptions (
  id uuid constraint subscriptions_pkey primary key constraint subscriptions_id_fkey references checkouts,
  -- The payment service's id.
  subscription_id text not null,
  account_id uuid not null,
  -- When its first month was granted.
  began_at timestamptz,
  -- Of the newest payment and the newest failure, by the payment service.
  paid_at timestamptz,
  failed_at timestamptz,
  -- The end of the newest month that was paid.
  paid_until timestamptz,
  -- When it will end, as the buyer has decided, and when that was decided.
  ends_at timestamptz,
  changed_at timestamptz,
  -- When it is to be ended at the payment service, and when that is tried next.
  end_requested_at timestamptz,
  end_due_at timestamptz,
  ended_at timestamptz
);
create index if not exists subscriptions_running on subscriptions (account_id, id) where ended_at is null;
create index if not exists subscriptions_to_end on subscriptions (end_due_at) where ended_at is null and end_requested_at is not null;

-- What happened to subscriptions beside their payments: each event once.
create table if not exists subscription_events (
  provider text not null,
  kind text not null constraint subscription_events_kind_known check
    (kind in ('payment_failed', 'subscription_changed', 'subscription_ended')),
  -- The payment service's id of the change, or of the subscription that ended.
  subject_id text not null,
  checkout_id uuid not null constraint subscription_events_checkout_id_fkey references checkouts,
  happened_at timestamptz not null,
  received_at timestamptz not null default clock_timestamp(),
  constraint subscription_events_pkey primary key (provider, kind, subject_id)
);
create or replace trigger subscription_events_are_append_only before update or delete on subscription_events
  for each row execute function refuse_ledger_change();
create or replace trigger subscription_events_are_never_emptied before truncate on subscription_events
  for each statement execute function refuse_ledger_change()
`;

const REFUSE_IF_USED = `
do $$ begin
  if exists (select from subscriptions) then
    raise exception 'subscriptions were recorded: they explain entries of the ledger';
  end if;
end $$
`;
