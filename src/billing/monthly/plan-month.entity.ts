import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What the running month of its plan has given to an account, if its plan gives credits by the calendar. */
@Entity({ name: 'plan_months' })
@Index('plan_months_due', ['plan', 'dueAt'])
export class PlanMonthEntity {
  @PrimaryColumn('uuid')
  accountId!: string;

  /** Of the account, kept by triggers. */
  @Column('text')
  plan!: string;

  /** When a worker considers the account next. */
  @Column('timestamptz', { default: () => "'-infinity'" })
  dueAt!: Date;

  /** The newest month in which the plan gave credits, its first day. */
  @Column('date', { nullable: true })
  month!: string | null;

  /** How many in that month, in thousandths. */
  @Column('bigint', { default: 0 })
  granted!: string;
}
