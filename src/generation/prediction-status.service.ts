import { Injectable } from '@nestjs/common';
import { AppError } from '../errors/index.js';
import type { Scope } from '../http/index.js';
import { scopesToGenerate, scopesToRead } from './model-scope.js';
import type { PredictionRow } from './prediction.js';
import type { StatusBody, StatusQuery } from './prediction.dto.js';
import { parsePredictionId } from './prediction-id.js';
import { PredictionPresenter, timelineOf } from './prediction.presenter.js';
import { PredictionReader } from './prediction.reader.js';
import { PredictionEnding } from './prediction.ending.js';
import { SettlementHub } from './settlement-hub.js';
import { WaitingLine } from './waiting-line.js';

/** Whose predictions may be seen, and of which modalities: a key, or a signed-in person, who has every scope. */
export interface Viewer {
  accountId: string;
  scopes: readonly Scope[];
}

/** Reads a prediction, waits for its end, cancels it. */
@Injectable()
export class PredictionStatusService {
  constructor(
    private readonly reader: PredictionReader,
    private readonly presenter: PredictionPresenter,
    private readonly hub: SettlementHub,
    private readonly line: WaitingLine,
    private readonly ending: PredictionEnding,
  ) {}

  /**
   * @param gone aborted when the caller hangs up: a long poll then stops waiting.
   * @param lookedUp its row, where it was looked up while the caller was admitted.
   */
  async read(
    caller: Viewer,
    id: string,
    query: StatusQuery,
    gone: AbortSignal,
    lookedUp?: Promise<PredictionRow | null>,
  ): Promise<StatusBody> {
    let row = await this.find(caller, id, scopesToRead, lookedUp);
    const until = performance.now() + query.wait * 1000;
    while (row.status === 'processing' && performance.now() < until && !gone.aborted) {
      await this.hub.wait(row.id, until - performance.now(), gone);
      row = await this.find(caller, id, scopesToRead);
      if (this.hub.isClosed) break;
    }
    return this.show(row, query.timeline);
  }

  async cancel(caller: Viewer, id: string): Promise<StatusBody> {
    const row = await this.find(caller, id, scopesToGenerate);
    if (row.status === 'processing') await this.ending.cancel(row.id);
    return this.show(await this.find(caller, id, scopesToGenerate), false);
  }

  private async find(
    caller: Viewer,
    id: string,
    scopesFor: (modality: PredictionRow['modality']) => readonly Scope[],
    lookedUp?: Promise<PredictionRow | null>,
  ): Promise<PredictionRow> {
    const uuid = parsePredictionId(id);
    const row = uuid === null ? null : await this.reader.find(caller.accountId, uuid, lookedUp);
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
