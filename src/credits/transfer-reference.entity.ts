import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** The Idempotency-Key of a grant or adjustment: one transfer per reference, for ever. Append-only by triggers. */
@Entity({ name: 'transfer_references' })
@Check('transfer_references_length', 'char_length(reference) between 1 and 255')
@Check('transfer_references_fingerprint_is_sha256', 'length(fingerprint) = 32')
@Index('transfer_references_transfer_unique', ['transferId'], { unique: true })
export class TransferReferenceEntity {
  @PrimaryColumn('text')
  reference!: string;

  /** The same reference with another fingerprint (SHA-256 of the request) is rejected. */
  @Column('bytea')
  fingerprint!: Buffer;

  @Column('bigint')
  @ForeignKey('ledger_transfers')
  transferId!: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;
}
