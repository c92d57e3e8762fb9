import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * A double entry: moves an amount from one side to another. `wallet`, `held` and `debt` belong to the account; `system` and
 * `revenue` have no row and no running balance. Append-only: triggers refuse update, delete and truncate.
 */
@Entity({ name: 'ledger_transfers' })
@Check('ledger_transfers_amount_not_negative', 'amount >= 0')
@Check('ledger_transfers_balance_after_not_negative', 'balance_after >= 0')
@Check(
  'ledger_transfers_kind_moves',
  `(kind, source, destination) in (
    ('grant', 'system', 'wallet'),
    ('charge', 'wallet', 'held'),
    ('capture', 'held', 'revenue'),
    ('refund', 'held', 'wallet'),
    ('adjustment', 'system', 'wallet'),
    ('adjustment', 'wallet', 'system'),
    ('debt', 'debt', 'wallet'),
    ('debt', 'wallet', 'debt'),
    ('expiry', 'wallet', 'system'))`,
)
@Check(
  'ledger_transfers_expires_at_of_kind',
  `case kind when 'grant' then true when 'expiry' then expires_at is not null else expires_at is null end`,
)
@Check(
  'ledger_transfers_prediction_iff_generation',
  `(prediction_id is not null) = (kind in ('charge', 'capture', 'refund'))`,
)
@Index('ledger_one_transfer_per_kind', ['predictionId', 'kind'], {
  unique: true,
  where: 'prediction_id is not null',
})
@Index('ledger_one_settlement', ['predictionId'], { unique: true, where: "kind in ('capture', 'refund')" })
@Index('ledger_transfers_account', ['accountId', 'id'])
@Index('ledger_transfers_kind', ['accountId', 'kind', 'id'], {
  where: "kind in ('grant', 'refund', 'adjustment')",
})
@Index('ledger_transfers_debts', ['accountId', 'id'], { where: "kind = 'debt'" })
@Index('ledger_transfers_expiries', ['accountId', 'id'], { where: "kind = 'expiry'" })
@Index('ledger_transfers_expiring', ['accountId', 'expiresAt'], { where: 'expires_at is not null' })
export class LedgerTransferEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @Column('uuid')
  @ForeignKey('accounts')
  accountId!: string;

  @Column('uuid', { nullable: true })
  predictionId!: string | null;

  @Column('text')
  kind!: 'grant' | 'charge' | 'capture' | 'refund' | 'adjustment' | 'debt' | 'expiry';

  @Column('text')
  source!: 'system' | 'wallet' | 'held' | 'debt';

  @Column('text')
  destination!: 'wallet' | 'held' | 'revenue' | 'system' | 'debt';

  /** Thousandths of a credit. */
  @Column('bigint')
  amount!: string;

  /** Balance after this transfer. The rows of an account form a chain, in which a missing row shows. */
  @Column('bigint')
  balanceAfter!: string;

  @Column('text', { nullable: true })
  note!: string | null;

  /** Of a grant: when its credits expire; null: never. Of an expiry: when the credits expired that left the wallet. */
  @Column('timestamptz', { nullable: true })
  expiresAt!: Date | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;
}
