import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Only `attempt-limits.sql.ts` writes it. */
@Entity({ name: 'attempt_windows' })
@Check('attempt_windows_key_is_sha256', 'length(key) = 32')
@Index('attempt_windows_expires', ['expiresAt'])
export class AttemptWindowEntity {
  /** SHA-256 of the limit's name and the subject: no address and no email is stored. */
  @PrimaryColumn('bytea')
  key!: Buffer;

  /** Oldest first; as many as the limit allows. */
  @Column('timestamptz', { array: true })
  attempts!: Date[];

  /** When an attempt is left again; null while one is left. */
  @Column('timestamptz', { nullable: true })
  fullUntil!: Date | null;

  /** When the last attempt leaves the window and the row can be deleted. */
  @Column('timestamptz')
  expiresAt!: Date;
}
