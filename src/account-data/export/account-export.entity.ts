import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An export in progress: one per account, on all processes. The row of a killed process expires. */
@Entity({ name: 'account_exports' })
export class AccountExportEntity {
  @PrimaryColumn('uuid')
  accountId!: string;

  /** Of this export: another one that has taken over is not ended by it. */
  @Column('uuid')
  id!: string;

  @Column('timestamptz')
  leaseUntil!: Date;
}
