import { Injectable } from '@nestjs/common';
import { Database, type RowOf } from '../../platform/database/index.js';
import { decodeCursor, type Page, pageOf, type PageQuery } from '../../platform/http/index.js';
import { Catalogue } from '../catalogue.js';
import { CatalogueChanges } from './catalogue-changes.js';
import type { CatalogueVersionEntity } from './catalogue-version.entity.js';
import type { CatalogueVersion } from './catalogue-versions.dto.js';
import { LIST } from './catalogue-versions.sql.js';
import type { Subject } from './live-settings.js';

interface VersionRow extends RowOf<
  CatalogueVersionEntity,
  'version' | 'settings' | 'change' | 'restored' | 'reason' | 'actor_id' | 'request_id'
> {
  /** Null, as `created_at`: version 1, which is that of the files. */
  actor_kind: string | null;
  actor_name: string | null;
  created_at: Date | null;
}

/** The owner of the reads of administrators: see `Database.list`. */
const ADMINISTRATORS = 'administrators';
/** Above every version. */
const NO_VERSION = String(2 ** 31 - 1);

/** Lists the versions of a model, a plan or a pack. */
@Injectable()
export class CatalogueVersionsReader {
  constructor(
    private readonly database: Database,
    private readonly catalogue: Catalogue,
    private readonly changes: CatalogueChanges,
  ) {}

  /** @throws 404; 400 for a cursor of another list. */
  async list(subject: Subject, { limit, cursor }: PageQuery): Promise<Page<CatalogueVersion>> {
    this.changes.requireKnown(subject);
    const [before = NO_VERSION] = decodeCursor(cursor, [/^\d{1,9}$/]) ?? [];
    const values = [subject.kind, subject.key, before, limit + 1];
    const rows = await this.database.list<VersionRow>(ADMINISTRATORS, LIST, values);
    return pageOf(
      rows,
      limit,
      (row) => this.show(subject, row),
      ({ version }) => [String(version)],
    );
  }

  private show({ kind, key }: Subject, row: VersionRow): CatalogueVersion {
    const { version, settings, change, restored, reason } = row;
    return {
      version,
      createdAt: row.created_at?.toISOString() ?? null,
      actor:
        row.actor_kind === null ? null : { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
      reason,
      requestId: row.request_id,
      restored,
      change,
      settings,
      ...(kind === 'model' && { priceVersion: this.catalogue.priceVersionWith(key, settings) }),
    };
  }
}
