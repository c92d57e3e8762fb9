import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The running sums of an account over the verified entries (`LedgerCheckpointEntity.entriesTo`), in thousandths. */
@Entity({ name: 'ledger_account_checkpoints' })
export class LedgerAccountCheckpointEntity {
  @PrimaryColumn('uuid')
  accountId!: string;

  /** Sums of another pass than the checkpoint's do not count. */
  @Column('bigint')
  pass!: string;

  @Column('bigint')
  wallet!: string;

  @Column('bigint')
  held!: string;

  /** What was lent to the wallet, less what it covered. */
  @Column('bigint', { default: 0 })
  owed!: string;

  /** Granted less earned. */
  @Column('bigint')
  granted!: string;

  /** `balance_after` of the last verified entry, from which the chain of balances continues. */
  @Column('bigint')
  balanceAfter!: string;
}
