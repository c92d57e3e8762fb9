import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Scope } from '../http/index.js';
import type { KeyEnv } from './key-secret.js';

/** An API key without its secret, of which only the hash is kept. The table is made by its migration. */
@Entity({ name: 'api_keys', synchronize: false })
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

  /** Left out of reads unless asked for by name. */
  @Column('bytea', { name: 'secret_hash', select: false })
  secretHash!: Buffer;

  @Column('text', { array: true })
  scopes!: Scope[];

  /** Requests per 60 s. */
  @Column('integer', { name: 'rate_limit' })
  rateLimit!: number;

  /** Which of its account's 20 places it sits in while it is active. */
  @Column('smallint')
  place!: number;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt!: Date | null;
}
