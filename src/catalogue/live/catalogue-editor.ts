import { Injectable } from '@nestjs/common';
import type { AuditSource } from '../../audit/index.js';
import type { PageQuery } from '../../platform/http/index.js';
import { CatalogueChanges } from './catalogue-changes.js';
import { CatalogueEntries, type Shown } from './catalogue-entries.js';
import type { CatalogueVersionPageBody, RestoreVersionDto } from './catalogue-versions.dto.js';
import { CatalogueVersionsReader } from './catalogue-versions.reader.js';
import type { ReasonDto } from './live-entry.dto.js';
import type { SubjectKind } from './live-settings.js';

/** A response with one entry. */
type EntryBody<K extends SubjectKind> = { success: true } & Shown[K];

/** Lists and changes the entries of a kind, and returns the bodies of the responses. */
@Injectable()
export class CatalogueEditor {
  constructor(
    private readonly entries: CatalogueEntries,
    private readonly changes: CatalogueChanges,
    private readonly versions: CatalogueVersionsReader,
  ) {}

  list<K extends SubjectKind>(kind: K): { success: true; items: Shown[K][] } {
    return { success: true, items: this.entries.list(kind) };
  }

  /** Changes the given fields of an entry. @throws 400 for values that the files could not have; 404. */
  async update<K extends SubjectKind>(
    kind: K,
    key: string,
    { reason, ...fields }: ReasonDto,
    by: AuditSource,
  ): Promise<EntryBody<K>> {
    await this.changes.change({ kind, key }, { ...fields }, reason, by);
    return { success: true, ...this.entries.show({ kind, key }) };
  }

  /** Lists the versions of an entry, newest first. @throws 400 for a cursor that no page returned; 404. */
  async listVersions(kind: SubjectKind, key: string, query: PageQuery): Promise<CatalogueVersionPageBody> {
    return this.versions.list({ kind, key }, query);
  }

  /** Makes an entry what it was in a version. @throws 400 for a version that it does not have; 404. */
  async restore<K extends SubjectKind>(
    kind: K,
    key: string,
    { version, reason }: RestoreVersionDto,
    by: AuditSource,
  ): Promise<EntryBody<K>> {
    await this.changes.restore({ kind, key }, version, reason, by);
    return { success: true, ...this.entries.show({ kind, key }) };
  }
}
