import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Scope } from '../http/index.js';
import type { KeyEnv } from './key-secret.js';

/** An API key. Only the hash of its secret is stored. */
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
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'api_keys_pkey' })
  id!: string;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  @Column('text')
  name!: string;

  @Column('text')
  env!: KeyEnv;

  @Column('text', { name: 'last_four' })
  lastFour!: string;

  /** Excluded from reads unless selected by name. */
  @Column('bytea', { name: 'secret_hash', select: false })
  secretHash!: Buffer;

  @Column('text', { array: true })
  scopes!: Scope[];

  /** Requests per 60 s. */
  @Column('integer', { name: 'rate_limit' })
  rateLimit!: number;

  /** Which of the account's 20 places the key occupies while it is active. */
  @Column('smallint')
  place!: number;

  @Column('timestamptz', { name: 'created_at', default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt!: Date | null;
}
