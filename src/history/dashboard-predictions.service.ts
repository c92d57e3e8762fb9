import { Injectable } from '@nestjs/common';
import { LedgerReader } from '../credits/index.js';
import {
  GenerationService,
  PredictionStatusService,
  type QuoteBody,
  type Requester,
  type Started,
  type StatusQuery,
  viewerOf,
} from '../generation/index.js';
import type { DashboardPrincipal, Disconnect } from '../platform/http/index.js';
import type { HistorySearchQuery } from './history.dto.js';
import { HistoryReader } from './history.reader.js';
import type { DashboardPredictionBody, DashboardPredictionPage } from './predictions.dto.js';
import { ThumbnailLinks } from './thumbnail-links.js';

/** More ledger entries than a prediction can have. */
export const ENTRIES_OF_ONE = 10;

/** Calls the services of the API on behalf of the account. A user has every scope; their predictions run as `live`, without a key. */
@Injectable()
export class DashboardPredictions {
  constructor(
    private readonly generation: GenerationService,
    private readonly statuses: PredictionStatusService,
    private readonly history: HistoryReader,
    private readonly ledger: LedgerReader,
    private readonly thumbnails: ThumbnailLinks,
  ) {}

  async start(
    { accountId, span }: DashboardPrincipal,
    body: unknown,
    idempotencyKey: string | undefined,
  ): Promise<Started> {
    return this.generation.start({ ...requesterOf(accountId), span }, body, idempotencyKey);
  }

  async quote(accountId: string, body: unknown): Promise<QuoteBody> {
    return this.generation.quote(requesterOf(accountId), body);
  }

  async list(accountId: string, query: HistorySearchQuery): Promise<DashboardPredictionPage> {
    return this.thumbnails.addToPage(await this.history.list(accountId, query));
  }

  /** @param gone aborted when the caller disconnects. */
  async read(
    caller: DashboardPrincipal,
    predictionId: string,
    query: StatusQuery,
    gone: Disconnect,
  ): Promise<DashboardPredictionBody> {
    const status = await this.statuses.read(viewerOf(caller), predictionId, query, gone);
    const [request, { items }] = await Promise.all([
      this.history.getRequest(caller.accountId, predictionId),
      this.ledger.statement(caller.accountId, { predictionId, limit: ENTRIES_OF_ONE }),
    ]);
    return { ...this.thumbnails.addTo({ ...status, ...request }), ledger: items.reverse() };
  }
}

function requesterOf(accountId: string): Requester {
  return { accountId, keyId: null, env: 'live' };
}
