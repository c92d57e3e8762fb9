import { Injectable } from '@nestjs/common';
import { AppError } from '../../errors/index.js';
import { type Credential, credentialOf, type Principal, type Scope, SCOPES } from '../../http/index.js';
import { PredictionDeletion } from '../store/prediction.deletion.js';
import { PredictionEnding } from '../store/prediction.ending.js';
import type { PredictionRow } from '../store/prediction.js';
import { PredictionReader } from '../store/prediction.reader.js';
import { parsePredictionId } from '../store/prediction-id.js';
import { QueuePositions } from '../store/queue-positions.js';
import { LongPolls } from './long-polls.js';
import { scopesToGenerate, scopesToRead } from './model-scope.js';
import type { StatusBody, StatusQuery } from './prediction.dto.js';
import { PredictionPresenter, timelineOf } from './prediction.presenter.js';

/** A caller that reads, cancels or deletes predictions of its account, limited by its scopes. */
export interface Viewer {
  accountId: string;
  scopes: readonly Scope[];
  /** Must still be valid when a long poll responds. */
  credential: Credential | null;
}

/** Converts a principal to a viewer. A signed-in user has every scope. */
export function viewerOf(caller: Principal): Viewer {
  const { accountId } = caller;
  const scopes = caller.kind === 'api-key' ? caller.scopes : SCOPES;
  return { accountId, scopes, credential: credentialOf(caller) };
}

/** Reads predictions, waits for their end (long poll), cancels and deletes them. */
@Injectable()
export class PredictionStatusService {
  constructor(
    private readonly reader: PredictionReader,
    private readonly presenter: PredictionPresenter,
    private readonly polls: LongPolls,
    private readonly positions: QueuePositions,
    private readonly ending: PredictionEnding,
    private readonly deletion: PredictionDeletion,
  ) {}

  /**
   * Returns the state of a prediction, after at most `query.wait` seconds.
   * @param disconnected aborted when the caller disconnects: a long poll then stops waiting.
   * @throws 401 when the caller's credential ended while it waited.
   */
  async read(caller: Viewer, id: string, query: StatusQuery, disconnected: AbortSignal): Promise<StatusBody> {
    let row = await this.find(caller, id, scopesToRead);
    const until = performance.now() + query.wait * 1000;
    while (row.status === 'processing' && performance.now() < until && !disconnected.aborted) {
      await this.polls.wait(row.id, until - performance.now(), disconnected, caller.credential);
      // In parallel, so that the check adds no latency.
      [row] = await Promise.all([
        this.find(caller, id, scopesToRead),
        this.polls.requireValid(caller.credential),
      ]);
      if (this.polls.isClosed) break;
    }
    return this.show(row, query.timeline);
  }

  async cancel(caller: Viewer, id: string): Promise<StatusBody> {
    const row = await this.find(caller, id, scopesToGenerate);
    if (row.status === 'processing') await this.ending.cancel(row.id);
    return this.show(await this.find(caller, id, scopesToGenerate), false);
  }

  /** Deletes prompt, input and files of a final prediction. @throws 409 while it is processing. */
  async delete(caller: Viewer, id: string): Promise<StatusBody> {
    const row = await this.find(caller, id, scopesToGenerate);
    await this.deletion.delete(row.id);
    return this.show(await this.find(caller, id, scopesToGenerate), false);
  }

  private async find(
    caller: Viewer,
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

  private async show(row: PredictionRow, hasTimeline: boolean): Promise<StatusBody> {
    const view = this.presenter.show(row);
    if (row.status === 'processing' && row.started_at === null) {
      const position = await this.positions.find(row.id);
      if (position) view.queue = position;
    }
    if (hasTimeline) view.timeline = timelineOf(row, await this.reader.events(row.id));
    return { success: true, ...view };
  }
}
