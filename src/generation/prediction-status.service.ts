import { Injectable } from '@nestjs/common';
import { AppError } from '../errors/index.js';
import type { ApiKeyPrincipal, Scope } from '../http/index.js';
import { ProviderRegistry } from '../providers/index.js';
import { scopesToGenerate, scopesToRead } from './model-scope.js';
import type { PredictionRow } from './prediction.js';
import type { StatusBody, StatusQuery } from './prediction.dto.js';
import { parsePredictionId } from './prediction-id.js';
import { PredictionPresenter, timelineOf } from './prediction.presenter.js';
import { PredictionReader } from './prediction.reader.js';
import { PredictionSettlement } from './prediction.settlement.js';
import { SettlementHub } from './settlement-hub.js';
import { WaitingLine } from './waiting-line.js';

/** Reads a prediction, waits for its end, cancels it. */
@Injectable()
export class PredictionStatusService {
  constructor(
    private readonly reader: PredictionReader,
    private readonly presenter: PredictionPresenter,
    private readonly hub: SettlementHub,
    private readonly line: WaitingLine,
    private readonly settlement: PredictionSettlement,
    private readonly providers: ProviderRegistry,
  ) {}

  /** @param gone aborted when the caller hangs up: a long poll then stops waiting. */
  async read(
    caller: ApiKeyPrincipal,
    id: string,
    query: StatusQuery,
    gone: AbortSignal,
  ): Promise<StatusBody> {
    let row = await this.find(caller, id, scopesToRead);
    const until = Date.now() + query.wait * 1000;
    while (row.status === 'processing' && Date.now() < until && !gone.aborted) {
      await this.hub.wait(row.id, until - Date.now(), gone);
      row = await this.find(caller, id, scopesToRead);
      if (this.hub.isClosed) break;
    }
    return this.show(row, query.timeline);
  }

  async cancel(caller: ApiKeyPrincipal, id: string): Promise<StatusBody> {
    const row = await this.find(caller, id, scopesToGenerate);
    if (row.status === 'processing') {
      const failure = {
        code: 'cancelled',
        message: 'The prediction was cancelled.',
        retryable: true,
      } as const;
      const settled = await this.settlement.fail({ id: row.id, fence: null, ...failure });
      // The engine is told afterwards and at its own pace: the caller has their credits back already.
      if (settled?.provider_ref) this.providers.cancel(settled.provider, settled.provider_ref);
    }
    return this.show(await this.find(caller, id, scopesToGenerate), false);
  }

  private async find(
    caller: ApiKeyPrincipal,
    id: string,
    scopesFor: (modality: PredictionRow['modality']) => readonly Scope[],
  ): Promise<PredictionRow> {
    const uuid = parsePredictionId(id);
    const row = uuid === null ? null : await this.reader.find(caller.accountId, uuid);
    if (!row) throw new AppError('prediction_not_found');
    if (!scopesFor(row.modality).some((scope) => caller.scopes.includes(scope)))
      throw new AppError('insufficient_scope');
    return row;
  }

  private async show(row: PredictionRow, timeline: boolean): Promise<StatusBody> {
    const view = this.presenter.show(row);
    if (row.status === 'processing' && row.started_at === null) {
      const place = await this.line.placeOf(row.id);
      if (place) view.queue = place;
    }
    if (timeline) view.timeline = timelineOf(row, await this.reader.events(row.id));
    return { success: true, ...view };
  }
}
