import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** The row is inserted before its file is stored and deleted after its file is removed, so that no file exists without a row. */
@Entity({ name: 'uploads' })
@Check('uploads_bytes_positive', 'bytes > 0')
@Index('uploads_account', ['accountId'])
@Index('uploads_expiring', ['expiresAt'])
export class UploadEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  @ForeignKey('accounts')
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

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column('timestamptz')
  expiresAt!: Date;

  /** A worker may claim the removal from this time; null before the first claim. */
  @Column('timestamptz', { nullable: true })
  removalAt!: Date | null;
}
