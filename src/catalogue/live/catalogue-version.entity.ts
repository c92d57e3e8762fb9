import { Check, Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import type { SubjectKind } from './live-settings.js';

/** Append-only: triggers refuse update, delete and truncate. Written only by `CatalogueChanges`. */
@Entity({ name: 'catalogue_versions' })
@Check('catalogue_versions_kind_known', "kind in ('model', 'plan', 'pack')")
@Check('catalogue_versions_version_range', 'version >= 2')
@Check(
  'catalogue_versions_texts_length',
  'char_length(key) <= 100 and char_length(reason) <= 500 and char_length(actor_id) <= 200',
)
@Unique('catalogue_versions_once', ['kind', 'key', 'version'])
export class CatalogueVersionEntity {
  /** Orders the versions of everything: a process that knows one reads the later ones. */
  @PrimaryColumn('bigint')
  revision!: string;

  @Column('text')
  kind!: SubjectKind;

  @Column('text')
  key!: string;

  /** Version 1 is that of the files and has no row. */
  @Column('integer')
  version!: number;

  /** All fields that differ from the files on purpose, by name. */
  @Column('jsonb')
  settings!: Record<string, unknown>;

  @Column('jsonb')
  change!: Record<string, unknown>;

  /** The version whose settings these are again. */
  @Column('integer', { nullable: true })
  restored!: number | null;

  @Column('text', { nullable: true })
  reason!: string | null;

  @Column('text')
  actorKind!: string;

  /** The public id of the actor. */
  @Column('text', { nullable: true })
  actorId!: string | null;

  @Column('text', { nullable: true })
  requestId!: string | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;
}
