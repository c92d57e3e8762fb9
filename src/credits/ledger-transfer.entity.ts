import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

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
    ('debt', 'wallet', 'debt'))`,
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
export class LedgerTransferEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'ledger_transfers_pkey',
  })
  id!: string;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  @Column('uuid', { name: 'prediction_id', nullable: true })
  predictionId!: string | null;

  @Column('text')
  kind!: 'grant' | 'charge' | 'capture' | 'refund' | 'adjustment' | 'debt';

  @Column('text')
  source!: 'system' | 'wallet' | 'held' | 'debt';

  @Column('text')
  destination!: 'wallet' | 'held' | 'revenue' | 'system' | 'debt';

  /** Thousandths of a credit. */
  @Column('bigint')
  amount!: string;

  /** Balance after this transfer. The rows of an account form a chain, in which a missing row shows. */
  @Column('bigint', { name: 'balance_after' })
  balanceAfter!: string;

  @Column('text', { nullable: true })
  note!: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'clock_timestamp()' })
  createdAt!: Date;
}
