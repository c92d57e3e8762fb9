import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What the running month of its plan has given to an account, if its plan gives credits by the calendar. */
@Entity({ name: 'plan_months' })
@Index('plan_months_due', ['plan', 'dueAt'])
export class PlanMonthEntity {
  @PrimaryColumn('uuid')
  accountId!: string;

  /** Triggers keep it equal to the account's plan. */
  @Column('text')
  plan!: string;

  /** When a worker considers the account next. */
  @Column('timestamptz', { default: () => "'-infinity'" })
  dueAt!: Date;

  /** The first day of the newest month in which the plan gave credits. */
  @Column('date', { nullable: true })
  month!: string | null;

  /** Thousandths of a credit given in that month. */
  @Column('bigint', { default: 0 })
  granted!: string;
}
