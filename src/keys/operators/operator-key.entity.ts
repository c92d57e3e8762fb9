import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { OperatorScope } from '../../platform/http/index.js';

/** A key of an operator's own systems, for /api/admin. Only the hash of its secret is stored. Never deleted: events name it. */
@Entity({ name: 'operator_keys' })
@Check('operator_keys_name_length', 'char_length(name) between 1 and 100')
@Check('operator_keys_last_four_length', 'char_length(last_four) = 4')
@Check('operator_keys_secret_hash_is_sha256', 'length(secret_hash) = 32')
@Check(
  'operator_keys_scopes_known',
  `cardinality(scopes) > 0 and scopes <@ array['accounts:read','accounts:write','keys:write','credits:write','usage:read','catalogue:write']`,
)
@Index('operator_keys_secret_hash_unique', ['secretHash'], { unique: true })
export class OperatorKeyEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  @Column('text')
  lastFour!: string;

  /** Excluded from reads unless selected by name. */
  @Column('bytea', { select: false })
  secretHash!: Buffer;

  @Column('text', { array: true })
  scopes!: OperatorScope[];

  /** Addresses and networks of callers; null: any. IPv4 is never in its notation as IPv6. */
  @Column('inet', { array: true, nullable: true })
  allowedIps!: string[] | null;

  /** The administrator who created it; null: a command. */
  @Column('uuid', { nullable: true })
  createdBy!: string | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  expiresAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  revokedAt!: Date | null;
}
