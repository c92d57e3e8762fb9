import { Column, Entity, PrimaryColumn } from 'typeorm';

const PRIMARY_KEY = { primaryKeyConstraintName: 'ledger_quarters_pkey' };

/** Statements of old dates read these ids instead of all entries since then. Written only by `LedgerSummaries`. */
@Entity({ name: 'ledger_quarters' })
export class LedgerQuarterEntity {
  @PrimaryColumn('uuid', { ...PRIMARY_KEY })
  accountId!: string;

  @PrimaryColumn('timestamptz', { ...PRIMARY_KEY })
  quarter!: Date;

  @Column('bigint')
  firstEntry!: string;

  @Column('bigint')
  lastEntry!: string;
}
