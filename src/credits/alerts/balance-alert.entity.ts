import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A table of its own, because rows of `accounts` get a version with every charge. `LedgerSummaries` notices crossings. */
@Entity({ name: 'balance_alerts' })
@Check('balance_alerts_below_positive', 'below > 0')
@Check('balance_alerts_mail_when_low', 'mail_due_at is null or is_low')
@Index('balance_alerts_mail_due', ['mailDueAt'], { where: 'mail_due_at is not null' })
export class BalanceAlertEntity {
  @PrimaryColumn('uuid')
  accountId!: string;

  /** Thousandths of a credit. Null: no alert. */
  @Column('bigint', { nullable: true })
  below!: string | null;

  /** The balance was below at `fromEntry`, or when the alert was set. */
  @Column('boolean', { default: false })
  isLow!: boolean;

  /** The entry that changed `isLow`, or the newest one when the alert was set. Earlier ones do not count. */
  @Column('bigint')
  fromEntry!: string;

  /** When a worker may send the mail about the crossing: at once, or after a lease. Null: none is due. */
  @Column('timestamptz', { nullable: true })
  mailDueAt!: Date | null;

  @Column('integer', { default: 0 })
  attempts!: number;

  /** Crossings with a mail since `mailsSince`, within an hour. */
  @Column('integer', { default: 0 })
  mails!: number;

  @Column('timestamptz', { nullable: true })
  mailsSince!: Date | null;
}
