import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** The Idempotency-Key of an account that an operator created: one account per reference, for ever. */
@Entity({ name: 'account_creations' })
@Check('account_creations_reference_length', 'char_length(reference) between 1 and 255')
@Check('account_creations_fingerprint_is_sha256', 'length(fingerprint) = 32')
@Index('account_creations_account', ['accountId'])
export class AccountCreationEntity {
  @PrimaryColumn('text')
  reference!: string;

  /** SHA-256 of the request: the same reference with another request is rejected. */
  @Column('bytea')
  fingerprint!: Buffer;

  @Column('uuid')
  @ForeignKey('accounts')
  accountId!: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;
}
