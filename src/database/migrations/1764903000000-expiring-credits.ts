import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, inTransaction } from '../build-index.js';

/**
 * Adds credits that expire. Each step may run again after it was killed. Processes of the release before charge accounts whose credits
 * have expired, and do not notice refunds to them; a worker settles both afterwards. Grant credits that expire once all processes run
 * this release.
 */
export class ExpiringCredits1764903000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // One at a time: each locks a table.
    for (const statement of [...COLUMNS, ...VALIDATE]) await inTransaction(runner, statement);
    for (const { name, definition } of INDEXES)
      await buildIndex(runner, { name, table: 'ledger_transfers', definition });
    await inTransaction(runner, TABLES);
  }

  /** Refused once credits were granted that expire. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(REFUSE_IF_USED);
    await runner.query('drop table if exists credit_holds, credit_lots, credit_positions');
    await runner.query('drop index if exists ledger_transfers_expiring, ledger_transfers_expiries');
    await runner.query(`
      alter table ledger_transfers drop constraint ledger_transfers_expires_at_of_kind,
        drop constraint ledger_transfers_kind_moves,
        add constraint ledger_transfers_kind_moves check (${moves(MOVES)}), drop column expires_at`);
    await runner.query('alter table accounts drop column credits_expire_at, drop column has_expired_held');
  }
}

const MOVES = `
    ('grant', 'system', 'wallet'),
    ('charge', 'wallet', 'held'),
    ('capture', 'held', 'revenue'),
    ('refund', 'held', 'wallet'),
    ('adjustment', 'system', 'wallet'),
    ('adjustment', 'wallet', 'system'),
    ('debt', 'debt', 'wallet'),
    ('debt', 'wallet', 'debt')`;
const moves = (list: string) => `(kind, source, destination) in (${list})`;

const INDEXES = [
  { name: 'ledger_transfers_expiring', definition: '(account_id, expires_at) where expires_at is not null' },
  { name: 'ledger_transfers_expiries', definition: `(account_id, id desc) where kind = 'expiry'` },
];

/** Existing rows are checked afterwards, without a lock that stops writes. */
const COLUMNS = [
  `alter table accounts
    add column if not exists credits_expire_at timestamptz,
    add column if not exists has_expired_held boolean not null default false`,
  `alter table ledger_transfers
    add column if not exists expires_at timestamptz,
    drop constraint if exists ledger_transfers_kind_moves,
    add constraint ledger_transfers_kind_moves check (${moves(`${MOVES},
    ('expiry', 'wallet', 'system')`)}) not valid,
    drop constraint if exists ledger_transfers_expires_at_of_kind,
    add constraint ledger_transfers_expires_at_of_kind check
      (case kind when 'grant' then true when 'expiry' then expires_at is not null else expires_at is null end) not valid`,
];

const VALIDATE = [
  'alter table ledger_transfers validate constraint ledger_transfers_kind_moves',
  'alter table ledger_transfers validate constraint ledger_transfers_expires_at_of_kind',
];

const TABLES = `
-- Accounts that have credits which expire, and up to which entry of the ledger their lots are computed.
create table if not exists credit_positions (
  account_id uuid constraint credit_positions_pkey primary key,
  entries_to bigint not null,
  -- Entries after it, counted when the ledger is summed. Never fewer than there are up to the end of the summed entries.
  unread bigint not null default 0,
  -- When a worker settles what has expired.
  due_at timestamptz not null
);
create index if not exists credit_positions_due on credit_positions (due_at);
create index if not exists credit_positions_unread on credit_positions (unread) where unread >= 1000;

-- What is left of credits that expire at the same time, after the entry of the position. A lot of nothing has no row.
create table if not exists credit_lots (
  account_id uuid not null,
  expires_at timestamptz not null,
  -- In thousandths of a credit: in the wallet, and held by processing predictions.
  remaining bigint not null constraint credit_lots_remaining_not_negative check (remaining >= 0),
  held bigint not null constraint credit_lots_held_not_negative check (held >= 0),
  constraint credit_lots_pkey primary key (account_id, expires_at)
);

-- Which lots the credits come from that a processing prediction holds.
create table if not exists credit_holds (
  account_id uuid not null,
  prediction_id uuid not null,
  expires_at timestamptz not null,
  amount bigint not null constraint credit_holds_amount_positive check (amount > 0),
  constraint credit_holds_pkey primary key (account_id, prediction_id, expires_at)
)`;

const REFUSE_IF_USED = `
do $$ begin
  if exists (select from ledger_transfers where expires_at is not null) then
    raise exception 'credits were granted that expire: they explain entries of the ledger';
  end if;
end $$
`;
