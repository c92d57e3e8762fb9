import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** A table of its own, because every admission reads it, and a row of `accounts` gets a version with every charge. */
@Entity({ name: 'suspended_accounts' })
export class SuspendedAccountEntity {
  @PrimaryColumn('uuid')
  @ForeignKey('accounts')
  accountId!: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  since!: Date;

  /** The administrator; null: an operator key. */
  @Column('uuid', { nullable: true })
  byUser!: string | null;
}
