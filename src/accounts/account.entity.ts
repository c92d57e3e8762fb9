import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The owner of credits and keys. What each of its charges changes is in its wallet. */
@Entity({ name: 'accounts' })
@Index('accounts_plan', ['plan', 'id'])
export class AccountEntity {
  @PrimaryColumn('uuid')
  id!: string;

  /** The plan's key. */
  @Column('text')
  plan!: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;
}
