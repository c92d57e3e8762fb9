import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** What belongs to one installation, that is to one database, rather than to a process or an account. One row. */
@Entity({ name: 'installation' })
@Check('installation_only_row', 'only_row')
@Check('installation_ledger_id_key_length', 'length(ledger_id_key) = 32')
export class InstallationEntity {
  @PrimaryColumn('boolean', {
    name: 'only_row',
    default: true,
    primaryKeyConstraintName: 'installation_pkey',
  })
  onlyRow!: true;

  /** Of the signing secret that this database is used with; null until the first start that knows of it. */
  @Column('bytea', { name: 'secret_fingerprint', nullable: true })
  secretFingerprint!: Buffer | null;

  /** Encrypts the ids of ledger entries that are handed out: 32 bytes, kept when the signing secret changes. */
  @Column('bytea', {
    name: 'ledger_id_key',
    default: () =>
      `decode(replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text), 'hex'::text)`,
    select: false,
  })
  ledgerIdKey!: Buffer;

  /** Up to which entry the ids that were handed out were the counter itself (`led_423`). */
  @Column('bigint', { name: 'counted_ledger_ids', default: 0 })
  countedLedgerIds!: string;

  /** Kept in the directory of the outputs of this installation. Null until a process has seen one. */
  @Column('uuid', { name: 'storage_id', nullable: true })
  storageId!: string | null;
}
