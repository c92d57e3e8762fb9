import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { ZipFile } from 'yazl';
import { type AuditSource, AuditTrail } from '../../audit/index.js';
import { type Batches, Database } from '../../platform/database/index.js';
import { publicId } from '../../platform/http/index.js';
import { ExportLeases } from './export-lease.js';
import { ExportedData } from './exported-data.js';

/** A caller who reads nothing for so long has left. */
const STALLED_MS = 60_000;
const README = `This archive has the data of an account. Each file is JSON; lists are arrays, newest first where they have a time.

account.json      name, plan, limits, credits
members.json      people, and open invitations
keys.json         API keys, masked
predictions.json  what was generated, with its input
ledger.json       every grant, charge, refund and adjustment
payments.json     payments
audit.json        who changed what
end-users.json    the end users of predictions, with what theirs cost
files.json        files that are stored. GET /api/generate/status/<predictionId> has their links.
`;

/** Sends all data of an account as a ZIP. Memory is bounded: lists are read in batches, no faster than the caller reads. */
@Injectable()
export class AccountExports {
  private readonly logger = new Logger('export');

  constructor(
    private readonly database: Database,
    private readonly data: ExportedData,
    private readonly leases: ExportLeases,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * Sends the export, until its end or until the caller leaves.
   * @throws 404; 409 `export_in_progress` while another export of the account runs; 503 while too many files are sent.
   */
  async send(accountId: string, source: AuditSource, response: Response): Promise<void> {
    await this.leases.hold(accountId, async () => {
      // Read before the headers are sent, so that an unavailable database is a 503 and not half a file.
      const account = await this.data.account(accountId);
      const target = publicId('acc', accountId);
      await this.database.file(accountId, async () => {
        await this.trail.record(this.database, { ...source, accountId, action: 'account.exported', target });
        response.set({
          'Content-Type': 'application/zip',
          'Content-Disposition': `attachment; filename="${target}.zip"`,
          'Cache-Control': 'no-store',
        });
        await this.stream(account, this.data.lists(accountId), response);
      });
    });
  }

  private async stream(
    account: object,
    lists: [name: string, batches: () => Batches][],
    response: Response,
  ): Promise<void> {
    const zip = new ZipFile();
    const output = zip.outputStream as Readable;
    let current: Readable | undefined;
    zip.addBuffer(Buffer.from(README), 'README.txt');
    zip.addBuffer(Buffer.from(JSON.stringify(account, null, 2)), 'account.json');
    for (const [name, batches] of lists)
      zip.addReadStreamLazy(name, {}, (done) => {
        current = Readable.from(jsonOf(batches()), { objectMode: false });
        current.on('error', (error) => output.destroy(error));
        done(null, current);
      });
    zip.on('error', (error: Error) => output.destroy(error));
    zip.end();
    response.setTimeout(STALLED_MS, () => response.destroy());
    try {
      await pipeline(output, response);
    } catch (error) {
      // The connection is closed, and without its end the reader takes no ZIP for complete.
      const hasLeft = (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
      if (!hasLeft) this.logger.warn(`an export ended early: ${String(error)}`);
    } finally {
      current?.destroy();
    }
  }
}

/** Yields the text of a JSON array with a line per object. */
async function* jsonOf(batches: Batches): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const batch of batches)
    for (const item of batch) {
      yield separator + JSON.stringify(item);
      separator = ',\n';
    }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}
