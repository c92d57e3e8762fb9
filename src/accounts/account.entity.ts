import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Who owns credits and keys. Only the columns this module reads: the balance is `credits/`'s, the place in the line
 * `generation/`'s. The table is made by its migration, which knows constraints that TypeORM does not.
 */
@Entity({ name: 'accounts', synchronize: false })
export class AccountEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'accounts_pkey' })
  id!: string;

  /** The plan's key. */
  @Column('text')
  plan!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
