import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { Scope } from '../platform/http/index.js';
import type { KeyEnv } from './key-secret.js';

/** Only the hash of the secret is stored. */
@Entity({ name: 'api_keys' })
@Check('api_keys_name_length', 'char_length(name) between 1 and 100')
@Check('api_keys_env_known', "env in ('live', 'test')")
@Check('api_keys_last_four_length', 'char_length(last_four) = 4')
@Check('api_keys_secret_hash_is_sha256', 'length(secret_hash) = 32')
@Check(
  'api_keys_scopes_known',
  `cardinality(scopes) > 0 and scopes <@ array['read','write','generate:image','generate:video','generate:audio','generate:3d','billing']`,
)
@Check('api_keys_rate_limit_range', 'rate_limit between 10 and 6000')
@Check('api_keys_place_range', 'place between 1 and 20')
@Index('api_keys_secret_hash_unique', ['secretHash'], { unique: true })
@Index('api_keys_active_place_unique', ['accountId', 'place'], { unique: true, where: 'revoked_at is null' })
@Index('api_keys_account', ['accountId', 'createdAt'])
export class ApiKeyEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  @ForeignKey('accounts')
  accountId!: string;

  @Column('text')
  name!: string;

  @Column('text')
  env!: KeyEnv;

  @Column('text')
  lastFour!: string;

  /** Excluded from reads unless selected by name. */
  @Column('bytea', { select: false })
  secretHash!: Buffer;

  @Column('text', { array: true })
  scopes!: Scope[];

  /** Requests per window. */
  @Column('integer')
  rateLimit!: number;

  /** Which of the account's 20 places the key occupies until it is revoked; null for an expired key whose place another key has taken. */
  @Column('smallint', { nullable: true })
  place!: number | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;

  /** Not null: the key is rejected, unless `retiresAt` is in the future. */
  @Column('timestamptz', { nullable: true })
  revokedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  expiresAt!: Date | null;

  /** The key is rejected until it is enabled again. */
  @Column('timestamptz', { nullable: true })
  disabledAt!: Date | null;

  /** Keys of models; null: any. */
  @Column('text', { array: true, nullable: true })
  allowedModels!: string[] | null;

  /** Addresses and networks of callers; null: any. IPv4 is never in its notation as IPv6. */
  @Column('inet', { array: true, nullable: true })
  allowedIps!: string[] | null;

  @Column('jsonb', { default: {} })
  metadata!: Record<string, string>;

  /** When a replaced key stops working, and then the value of `revokedAt`; null once the key is revoked by itself. */
  @Column('timestamptz', { nullable: true })
  retiresAt!: Date | null;

  @Column('uuid', { nullable: true })
  replaces!: string | null;

  @Column('uuid', { nullable: true })
  replacedBy!: string | null;

  /** The first key of a chain of replacements, whose budgets all of them share; null for that key itself. */
  @Column('uuid', { nullable: true })
  budgetId!: string | null;
}
