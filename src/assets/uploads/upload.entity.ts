import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/**
 * A file that a person uploaded to start predictions from. The row is written before its file and removed after it, so
 * that no file is ever without a row that ends it.
 */
@Entity({ name: 'uploads' })
@Check('uploads_bytes_positive', 'bytes > 0')
@Index('uploads_account', ['accountId'])
@Index('uploads_expiring', ['expiresAt'])
export class UploadEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'uploads_pkey' })
  id!: string;

  @Column('uuid', { name: 'account_id' })
  @ForeignKey('accounts', { name: 'uploads_account_id_fkey' })
  accountId!: string;

  /** In the asset storage. */
  @Column('text')
  name!: string;

  @Column('bigint')
  bytes!: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  /** When its file may be removed (again); null before a worker has taken it up. */
  @Column('timestamptz', { name: 'removal_at', nullable: true })
  removalAt!: Date | null;
}
