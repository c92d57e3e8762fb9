import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * An uploaded file, an input of predictions. The row is inserted before its file is stored and deleted after its file is
 * removed, so that no file exists without a row.
 */
@Entity({ name: 'uploads' })
@Check('uploads_bytes_positive', 'bytes > 0')
@Index('uploads_account', ['accountId'])
@Index('uploads_expiring', ['expiresAt'])
export class UploadEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'uploads_pkey' })
  id!: string;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  /** Name in the asset storage. */
  @Column('text')
  name!: string;

  @Column('bigint')
  bytes!: string;

  /** Displayed pixels. Null: stored by a release that did not keep them. */
  @Column('integer', { nullable: true })
  width!: number | null;

  @Column('integer', { nullable: true })
  height!: number | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  /** When a worker may next claim the removal; null before the first claim. */
  @Column('timestamptz', { name: 'removal_at', nullable: true })
  removalAt!: Date | null;
}
