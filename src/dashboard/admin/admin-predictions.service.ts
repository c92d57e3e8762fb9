import { Injectable } from '@nestjs/common';
import { AppError } from '../../errors/index.js';
import { parsePredictionId, PredictionEnding } from '../../generation/index.js';
import { AllPredictionsReader } from '../../history/index.js';
import { auditAdmin, type DashboardPrincipal, publicId } from '../../http/index.js';
import type { AdminPredictionBody, AdminPredictionPage } from '../predictions.dto.js';
import { ThumbnailLinks } from '../thumbnail-links.js';
import type { AdminPredictionsQuery } from './predictions.query.js';

/** Lists the predictions of all accounts, cancels and fails them for administrators. */
@Injectable()
export class AdminPredictions {
  constructor(
    private readonly predictions: AllPredictionsReader,
    private readonly ending: PredictionEnding,
    private readonly thumbnails: ThumbnailLinks,
  ) {}

  async list(query: AdminPredictionsQuery): Promise<AdminPredictionPage> {
    return this.thumbnails.addToPage(await this.predictions.list(query));
  }

  /** Cancels a prediction; a final one does not change. @throws 404. */
  async cancel(admin: DashboardPrincipal, predictionId: string): Promise<AdminPredictionBody> {
    return this.end(admin, 'prediction.cancel', predictionId, {}, (id) => this.ending.cancel(id));
  }

  /** Fails a prediction as an error of the service; a final one does not change. @param note why. @throws 404. */
  async fail(admin: DashboardPrincipal, predictionId: string, note: string): Promise<AdminPredictionBody> {
    const why = `${publicId('usr', admin.userId)}: ${note}`;
    return this.end(admin, 'prediction.fail', predictionId, { note }, (id) =>
      this.ending.failByOperator(id, why),
    );
  }

  private async end(
    admin: DashboardPrincipal,
    action: string,
    predictionId: string,
    facts: object,
    end: (id: string) => Promise<boolean>,
  ): Promise<AdminPredictionBody> {
    const id = parsePredictionId(predictionId);
    if (id === null) throw new AppError('prediction_not_found');
    const ended = await end(id);
    const entry = await this.predictions.read(id);
    if (ended) auditAdmin(admin, action, { predictionId, accountId: entry.accountId, ...facts });
    return { success: true, ...this.thumbnails.addTo(entry) };
  }
}
