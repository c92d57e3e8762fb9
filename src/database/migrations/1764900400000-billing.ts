import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, inTransaction } from '../build-index.js';

/**
 * Adds debt to accounts and to the ledger, and the tables of payments. Each step may run again after it was killed. Processes of the
 * release before know no debt: they charge accounts that owe, and refunds that they give cover none, until the next credits arrive.
 * Connect a payment service once all processes run this release.
 */
export class Billing1764900400000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // One at a time: each locks a table.
    for (const statement of [...DEBT, ...VALIDATE]) await inTransaction(runner, statement);
    await buildIndex(runner, {
      name: 'ledger_transfers_debts',
      table: 'ledger_transfers',
      definition: `(account_id, id desc) where kind = 'debt'`,
    });
    await inTransaction(runner, PAYMENTS);
  }

  /** Refused once a payment has been recorded or an account has owed. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(REFUSE_IF_USED);
    await runner.query('drop table if exists payment_events, payments, checkouts');
    await runner.query('drop index if exists ledger_transfers_debts');
    await runner.query(`
      alter table ledger_transfers drop constraint ledger_transfers_kind_moves,
        add constraint ledger_transfers_kind_moves check (${MOVES})`);
    await runner.query('alter table ledger_account_checkpoints drop column owed');
    await runner.query('alter table accounts drop column owed');
  }
}

const GENERATION_MOVES = `
    ('grant', 'system', 'wallet'),
    ('charge', 'wallet', 'held'),
    ('capture', 'held', 'revenue'),
    ('refund', 'held', 'wallet'),
    ('adjustment', 'system', 'wallet'),
    ('adjustment', 'wallet', 'system')`;
const MOVES = `(kind, source, destination) in (${GENERATION_MOVES})`;
const MOVES_WITH_DEBT = `(kind, source, destination) in (${GENERATION_MOVES},
    ('debt', 'debt', 'wallet'),
    ('debt', 'wallet', 'debt'))`;

/** Existing rows are checked afterwards, without a lock that stops writes. */
const DEBT = [
  `alter table accounts
    add column if not exists owed bigint not null default 0,
    drop constraint if exists accounts_owed_not_negative,
    add constraint accounts_owed_not_negative check (owed >= 0) not valid`,
  'alter table ledger_account_checkpoints add column if not exists owed bigint not null default 0',
  `alter table ledger_transfers
    drop constraint if exists ledger_transfers_kind_moves,
    add constraint ledger_transfers_kind_moves check (${MOVES_WITH_DEBT}) not valid`,
];

const VALIDATE = [
  'alter table accounts validate constraint accounts_owed_not_negative',
  'alter table ledger_transfers validate constraint ledger_transfers_kind_moves',
];

const PAYMENTS = `
-- An order of a buyer: what is sold at which price. Payments are compared with it, and it says what is granted.
create table if not exists checkouts (
  -- The reference that the payment service returns with each payment.
  id uuid constraint checkouts_pkey primary key,
  account_id uuid not null,
  user_id uuid not null,
  provider text not null,
  pack text not null,
  title text not null,
  -- In thousandths of a credit.
  credits bigint not null constraint checkouts_credits_positive check (credits > 0),
  -- In minor units of the currency.
  amount bigint not null constraint checkouts_amount_positive check (amount > 0),
  currency text not null constraint checkouts_currency_form check (currency ~ '^[A-Z]{3}$'),
  idempotency_key text,
  created_at timestamptz not null default clock_timestamp()
);
create unique index if not exists checkouts_one_per_key on checkouts (account_id, idempotency_key) where idempotency_key is not null;

-- A payment at the payment service. Its row is locked by every event of it.
create table if not exists payments (
  id uuid constraint payments_pkey primary key,
  provider text not null,
  -- The payment service's id.
  payment_id text not null,
  -- Null: not known, or only a refund or a dispute has arrived yet.
  checkout_id uuid constraint payments_checkout_id_fkey references checkouts,
  account_id uuid,
  status text not null default 'pending' constraint payments_status_known check
    (status in ('pending', 'paid', 'partly_refunded', 'refunded', 'disputed', 'rejected')),
  -- Why nothing was granted.
  rejection text constraint payments_rejection_known check
    (rejection in ('unknown_checkout', 'wrong_item', 'wrong_amount', 'wrong_currency', 'already_paid')),
  -- What was paid; null while it is pending.
  amount bigint,
  currency text,
  -- Granted, and what of it was taken back, in thousandths of a credit.
  credits bigint not null default 0,
  taken_back bigint not null default 0,
  customer_id text,
  receipt_url text,
  created_at timestamptz not null default clock_timestamp(),
  constraint payments_taken_back_in_credits check (taken_back between 0 and credits),
  constraint payments_granted_to_account check (credits = 0 or (account_id is not null and checkout_id is not null)),
  constraint payments_payment_unique unique (provider, payment_id)
);
-- A checkout grants once, whatever is paid how often.
create unique index if not exists payments_one_grant_per_checkout on payments (checkout_id) where credits > 0;
create index if not exists payments_account on payments (account_id, id desc);

-- What happened to the money of payments: each event once.
create table if not exists payment_events (
  provider text not null,
  kind text not null constraint payment_events_kind_known check
    (kind in ('paid', 'refunded', 'refund_failed', 'disputed', 'dispute_won')),
  -- The payment service's id of the payment, the refund or the dispute.
  subject_id text not null,
  payment_id uuid not null constraint payment_events_payment_id_fkey references payments,
  amount bigint not null constraint payment_events_amount_not_negative check (amount >= 0),
  currency text not null,
  happened_at timestamptz not null,
  received_at timestamptz not null default clock_timestamp(),
  constraint payment_events_pkey primary key (provider, kind, subject_id)
);
create index if not exists payment_events_payment on payment_events (payment_id);
create or replace trigger payment_events_are_append_only before update or delete on payment_events
  for each row execute function refuse_ledger_change();
create or replace trigger payment_events_are_never_emptied before truncate on payment_events
  for each statement execute function refuse_ledger_change()
`;

const REFUSE_IF_USED = `
do $$ begin
  if exists (select from payment_events) or exists (select from ledger_transfers where kind = 'debt') then
    raise exception 'payments were recorded: they explain entries of the ledger';
  end if;
end $$
`;
