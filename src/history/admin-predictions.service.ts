import { Injectable } from '@nestjs/common';
import { AccountEmails } from '../accounts/index.js';
import { type AuditSource, AuditTrail } from '../audit/index.js';
import { LedgerReader } from '../credits/index.js';
import { PredictionEnding } from '../generation/index.js';
import type { Transaction } from '../platform/database/index.js';
import { type DashboardPrincipal, parsePublicId, publicId, requirePublicId } from '../platform/http/index.js';
import type { AdminPredictionsQuery } from './admin-predictions.query.js';
import { AllPredictionsReader, type OwnedEntry } from './all-predictions.reader.js';
import { ENTRIES_OF_ONE } from './dashboard-predictions.service.js';
import type {
  AdminPredictionBody,
  AdminPredictionDetailBody,
  AdminPredictionPage,
} from './predictions.dto.js';
import { ThumbnailLinks } from './thumbnail-links.js';

@Injectable()
export class AdminPredictions {
  constructor(
    private readonly predictions: AllPredictionsReader,
    private readonly emails: AccountEmails,
    private readonly ledger: LedgerReader,
    private readonly ending: PredictionEnding,
    private readonly thumbnails: ThumbnailLinks,
    private readonly trail: AuditTrail,
  ) {}

  async list(query: AdminPredictionsQuery): Promise<AdminPredictionPage> {
    const { items, ...page } = this.thumbnails.addToPage(await this.predictions.list(query));
    return { ...page, items: await this.emails.addTo(items) };
  }

  /** @throws 404. */
  async read(predictionId: string): Promise<AdminPredictionDetailBody> {
    const entry = await this.predictions.readWithTimeline(idOf(predictionId));
    const accountId = parsePublicId('acc', entry.accountId)!;
    const { items } = await this.ledger.statement(accountId, { predictionId, limit: ENTRIES_OF_ONE });
    return { success: true, ...(await this.withEmail(entry)), ledger: items.reverse() };
  }

  /** A final prediction does not change. @throws 404. */
  async cancel(source: AuditSource, predictionId: string): Promise<AdminPredictionBody> {
    return this.end(source, 'prediction.cancelled', predictionId, (id, record) =>
      this.ending.cancel(id, record),
    );
  }

  /** Fails a prediction as an error of the service; a final one does not change. @param note why. @throws 404. */
  async fail(
    admin: DashboardPrincipal,
    source: AuditSource,
    predictionId: string,
    note: string,
  ): Promise<AdminPredictionBody> {
    const why = `${publicId('usr', admin.userId)}: ${note}`;
    return this.end(source, 'prediction.failed', predictionId, (id, record) =>
      this.ending.failByOperator(id, why, record),
    );
  }

  private async end(
    source: AuditSource,
    action: string,
    predictionId: string,
    end: (id: string, record: (tx: Transaction) => Promise<void>) => Promise<boolean>,
  ): Promise<AdminPredictionBody> {
    const id = idOf(predictionId);
    const accountId = parsePublicId('acc', (await this.predictions.read(id)).accountId);
    await end(id, (tx) => this.trail.record(tx, { ...source, accountId, action, target: predictionId }));
    return { success: true, ...(await this.withEmail(await this.predictions.read(id))) };
  }

  private async withEmail<T extends OwnedEntry>(entry: T) {
    const [item] = await this.emails.addTo([this.thumbnails.addTo(entry)]);
    return item!;
  }
}

/** @throws 404. */
const idOf = (predictionId: string): string => requirePublicId('pred', predictionId, 'prediction_not_found');
