import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An account that has credits which expire, and up to which entry of the ledger its lots are computed. */
@Entity({ name: 'credit_positions' })
@Index('credit_positions_due', ['dueAt'])
@Index('credit_positions_unread', ['unread'], { where: 'unread >= 1000' })
export class CreditPositionEntity {
  @PrimaryColumn('uuid')
  accountId!: string;

  @Column('bigint')
  entriesTo!: string;

  /** Entries after it, counted when the ledger is summed. Never fewer than there are up to the end of the summed entries. */
  @Column('bigint', { default: 0 })
  unread!: string;

  /** When a worker settles what has expired. */
  @Column('timestamptz')
  dueAt!: Date;
}
