import { Injectable, Logger } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { AssetStorage, ExpectedFiles, outputPrefix, parseUploadName } from '../../assets/index.js';
import { createSlots, Database } from '../../platform/database/index.js';
import { parsePublicId } from '../../platform/http/index.js';
import { Metrics } from '../../platform/metrics/index.js';
import {
  EXPECTED_OUTPUTS,
  EXPECTED_UPLOADS,
  type ExpectedRow,
  IS_EXPECTED_OUTPUT,
  IS_EXPECTED_UPLOAD,
  READ_NOW,
} from './stored-files.sql.js';

const PAGE_ROWS = 200;
const AT_ONCE = 16;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export interface LostFile {
  name: string;
  bytes: number;
  /** Null: there is none. */
  foundBytes: number | null;
}

export interface FilesReport {
  files: number;
  missing: number;
  differing: number;
}

@Injectable()
export class StoredFiles extends ExpectedFiles {
  private readonly logger = new Logger('assets');
  private readonly missing: Counter;
  private readonly checks = createSlots(AT_ONCE);

  constructor(
    private readonly database: Database,
    private readonly storage: AssetStorage,
    metrics: Metrics,
  ) {
    super();
    const help = 'Requests for files that the storage has lost.';
    this.missing = metrics.counter('missing_files_total', help);
  }

  async reportMissing(name: string): Promise<boolean> {
    const isLost = await this.isExpected(name);
    if (isLost) {
      this.missing.inc();
      this.logger.error({ asset: name }, 'the storage has lost a file: run "offprint storage verify"');
    }
    return isLost;
  }

  /** Checks sizes; reads no content. @param onLost receives each file that is not there with its size. */
  async verify(onLost: (file: LostFile) => void, signal?: AbortSignal): Promise<FilesReport> {
    const report: FilesReport = { files: 0, missing: 0, differing: 0 };
    const [row] = await this.database.run(READ_NOW, {});
    for (const statement of [EXPECTED_OUTPUTS, EXPECTED_UPLOADS]) {
      let after = { position: row!.now, id: FIRST_ID };
      for (;;) {
        signal?.throwIfAborted();
        const rows = await this.database.run(statement, { ...after, rows: PAGE_ROWS });
        const files = rows.flatMap((one) => one.files);
        await Promise.all(
          files.map((file) => this.checks.run('', 1, () => this.check(file, report, onLost))),
        );
        const last = rows.at(-1);
        if (!last || rows.length < PAGE_ROWS) break;
        after = last;
      }
    }
    return report;
  }

  private async check(
    { name, bytes, isNew }: ExpectedRow['files'][number],
    report: FilesReport,
    onLost: (file: LostFile) => void,
  ): Promise<void> {
    const facts = await this.storage.stat(name);
    report.files += 1;
    if (facts?.bytes === bytes || (!facts && isNew)) return;
    // Removed since the list was read.
    if (!facts && !(await this.isExpected(name))) return;
    report[facts ? 'differing' : 'missing'] += 1;
    onLost({ name, bytes, foundBytes: facts?.bytes ?? null });
  }

  private async isExpected(name: string): Promise<boolean> {
    const upload = parseUploadName(name);
    const [, id = ''] = name.split('/');
    const prediction = upload === null ? parsePublicId('pred', id) : null;
    if (upload !== null) return (await this.database.run(IS_EXPECTED_UPLOAD, { id: upload })).length > 0;
    if (prediction === null || !name.startsWith(`${outputPrefix(id)}/`)) return false;
    return (await this.database.run(IS_EXPECTED_OUTPUT, { id: prediction, name })).length > 0;
  }
}
