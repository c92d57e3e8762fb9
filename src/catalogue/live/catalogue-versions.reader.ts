import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/index.js';
import { decodeCursor, type Page, pageOf, type PageQuery } from '../../platform/http/index.js';
import { Catalogue } from '../catalogue.js';
import { CatalogueChanges } from './catalogue-changes.js';
import type { CatalogueVersion } from './catalogue-versions.dto.js';
import { LIST, type VersionRow } from './catalogue-versions.sql.js';
import type { Subject } from './live-settings.js';

/** The owner of the reads of administrators: see `Database.list`. */
const ADMINISTRATORS = 'administrators';
/** Is above every version. */
const NO_VERSION = 2 ** 31 - 1;

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
    const page = { ...subject, before: Number(before), limit: limit + 1 };
    const rows = await this.database.list(ADMINISTRATORS, LIST, page);
    const show = (row: VersionRow) => this.show(subject, row);
    return pageOf(rows, limit, show, ({ version }) => [String(version)]);
  }

  private show({ kind, key }: Subject, row: VersionRow): CatalogueVersion {
    const { version, settings, change, restored, reason, request_id: requestId } = row;
    return {
      version,
      createdAt: row.created_at?.toISOString() ?? null,
      actor:
        row.actor_kind === null ? null : { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
      ...{ reason, requestId, restored, change, settings },
      ...(kind === 'model' && { priceVersion: this.catalogue.priceVersionWith(key, settings) }),
    };
  }
}
