import { Injectable, Logger } from '@nestjs/common';
import { AppError, type ErrorCode, ERRORS } from '../../platform/errors/index.js';
import {
  type Credential,
  credentialOf,
  type Disconnect,
  missingScope,
  parsePublicId,
  type Principal,
  type Scope,
  SCOPES,
} from '../../platform/http/index.js';
import { QueuePositions } from '../estimates/queue-positions.js';
import type { PredictionRow } from '../prediction.js';
import { PredictionReader } from '../prediction.reader.js';
import { PredictionDeletion } from '../settlement/prediction.deletion.js';
import { PredictionEnding } from '../settlement/prediction.ending.js';
import type { GenerateBody, StartedBody } from './generate.dto.js';
import type { Started } from './generation.service.js';
import { LongPolls } from './long-polls.js';
import { scopesToGenerate, scopesToRead } from './model-scope.js';
import type { MissingPrediction, PredictionView, StatusBody, StatusesBody } from './prediction.dto.js';
import { PredictionPresenter, timelineOf } from './prediction.presenter.js';
import type { StatusQuery } from './prediction-queries.dto.js';

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
  private readonly logger = new Logger('status');

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
  async read(caller: Viewer, id: string, query: StatusQuery, disconnected: Disconnect): Promise<StatusBody> {
    const find = async () => [await this.find(caller, id, scopesToRead)] as const;
    const [row] = await this.awaitFinal(find, caller, query.wait, disconnected);
    return this.show(row, query.timeline);
  }

  /**
   * Returns the states in the order of `ids`, after at most `waitSeconds`: as soon as one is final. An unknown id, another account's, and
   * one that the caller's scopes do not allow have no state. @throws 401 when the caller's credential ended while it waited.
   */
  async readMany(
    caller: Viewer,
    ids: readonly string[],
    waitSeconds: number,
    disconnected: Disconnect,
  ): Promise<StatusesBody> {
    const find = () => Promise.all(ids.map((id) => this.findVisible(caller, id)));
    const rows = await this.awaitFinal(find, caller, waitSeconds, disconnected);
    const items = rows.map(async (row, index) => (row ? this.view(row) : missingPrediction(ids[index]!)));
    return { success: true, items: await Promise.all(items) };
  }

  /** Waits at most `waitSeconds`. Whatever ends the wait, also a credential that was revoked, the prediction was accepted and charged. */
  async readStarted(
    caller: Viewer,
    { body }: Started,
    waitSeconds: number,
    disconnected: Disconnect,
  ): Promise<GenerateBody | StartedBody> {
    try {
      const query = { wait: waitSeconds, timeline: false };
      const status = await this.read(caller, body.predictionId, query, disconnected);
      return { ...status, ...(body.warnings && { warnings: body.warnings }) };
    } catch (error) {
      this.logger.warn({ prediction: body.predictionId }, `accepted, but not awaited: ${String(error)}`);
      return body;
    }
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

  /** Also ends when the time is up, the caller disconnects or the process stops. */
  private async awaitFinal<Rows extends readonly (PredictionRow | null)[]>(
    read: () => Promise<Rows>,
    { credential }: Viewer,
    waitSeconds: number,
    disconnected: Disconnect,
  ): Promise<Rows> {
    let rows = await read();
    const until = performance.now() + waitSeconds * 1000;
    while (performance.now() < until && !disconnected.aborted) {
      const known = rows.filter((row) => row !== null);
      if (known.length === 0 || known.some(({ status }) => status !== 'processing')) break;
      const ids = known.map(({ id }) => id);
      await this.polls.wait(ids, until - performance.now(), disconnected, credential);
      // In parallel, so that the check adds no latency.
      [rows] = await Promise.all([read(), this.polls.requireValid(credential)]);
      if (this.polls.isClosed) break;
    }
    return rows;
  }

  private async findVisible(caller: Viewer, id: string): Promise<PredictionRow | null> {
    try {
      return await this.find(caller, id, scopesToRead);
    } catch (error) {
      if (error instanceof AppError && HIDDEN.has(error.code)) return null;
      throw error;
    }
  }

  private async find(
    caller: Viewer,
    id: string,
    scopesFor: (modality: PredictionRow['modality']) => readonly Scope[],
  ): Promise<PredictionRow> {
    const uuid = parsePublicId('pred', id);
    const row = uuid === null ? null : await this.reader.find(caller.accountId, uuid);
    if (!row) throw new AppError('prediction_not_found');
    const needed = scopesFor(row.modality);
    if (!needed.some((scope) => caller.scopes.includes(scope))) throw missingScope(needed);
    return row;
  }

  private async show(row: PredictionRow, hasTimeline: boolean): Promise<StatusBody> {
    const view = await this.view(row);
    if (hasTimeline) view.timeline = timelineOf(row, await this.reader.events(row.id));
    return { success: true, ...view };
  }

  private async view(row: PredictionRow): Promise<PredictionView> {
    const view = this.presenter.show(row);
    if (row.status === 'processing' && row.started_at === null) {
      const position = await this.positions.find(row.id);
      if (position) view.queue = position;
    }
    return view;
  }
}

/** Errors of a single status after which an id of several has no state. */
const HIDDEN: ReadonlySet<ErrorCode> = new Set(['prediction_not_found', 'insufficient_scope']);

function missingPrediction(predictionId: string): MissingPrediction {
  const code = 'prediction_not_found';
  return { predictionId, status: null, error: { code, message: ERRORS[code][1], retryable: false } };
}
