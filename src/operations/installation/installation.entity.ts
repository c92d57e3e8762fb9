import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** One installation is one database. The table has one row. */
@Entity({ name: 'installation' })
@Check('installation_only_row', 'only_row')
@Check('installation_ledger_id_key_length', 'length(ledger_id_key) = 32')
export class InstallationEntity {
  @PrimaryColumn('boolean', { default: true })
  onlyRow!: true;

  /** Null until the first start that writes the fingerprint of the signing secret. */
  @Column('bytea', { nullable: true })
  secretFingerprint!: Buffer | null;

  /** The 32-byte key that encrypts public ids of ledger entries; it stays when the signing secret changes. */
  @Column('bytea', {
    default: () =>
      `decode(replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text), 'hex'::text)`,
    select: false,
  })
  ledgerIdKey!: Buffer;

  /** The last entry whose public id was the counter itself (`led_423`). */
  @Column('bigint', { default: 0 })
  countedLedgerIds!: string;

  /** The database that the installation runs on: a restored copy has another one. Null until a process writes it. */
  @Column('text', { nullable: true })
  databaseId!: string | null;

  /** The id stored in the directory of outputs. Null until a process writes one. */
  @Column('uuid', { nullable: true })
  storageId!: string | null;

  /** The oldest release that may start here (`platform/database/releases.ts`). */
  @Column('text', { default: '0.1.0' })
  oldestRelease!: string;
}
