import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import {
  type AuthenticatedRequest,
  disconnectOf,
  later,
  type LaterBody,
  type Principal,
  readPreferredWait,
  setRetryAfter,
} from '../../platform/http/index.js';
import type { GenerateBody, StartedBody } from './generate.dto.js';
import type { Started } from './generation.service.js';
import type { StatusBody } from './prediction.dto.js';
import { MAX_WAIT_SECONDS, type StartQuery, type StatusQuery } from './prediction-queries.dto.js';
import { PredictionStatusService, viewerOf } from './prediction-status.service.js';

/** Responds at once, or after the wait that the caller asked for. */
@Injectable()
export class PredictionResponses {
  constructor(private readonly statuses: PredictionStatusService) {}

  /** @param prefer the header `Prefer`, which counts without a wait in the query. More seconds than allowed are the most allowed ones. */
  async respond(
    caller: Principal,
    started: Started,
    query: StartQuery,
    prefer: string | undefined,
    response: Response,
  ): Promise<GenerateBody | StartedBody | LaterBody<GenerateBody | StartedBody>> {
    (response.req as AuthenticatedRequest).startedPredictionId = started.body.predictionId;
    if (started.replayed) response.setHeader('Idempotent-Replayed', 'true');
    const preferred = query.wait === undefined ? readPreferredWait(prefer) : null;
    const seconds = query.wait ?? (preferred === null ? null : Math.min(preferred, MAX_WAIT_SECONDS));
    if (seconds === null) return started.body;
    if (preferred !== null) response.setHeader('Preference-Applied', `wait=${seconds}`);
    return later(response, this.awaitStarted(caller, started, seconds, response));
  }

  async readStatus(
    caller: Principal,
    predictionId: string,
    query: StatusQuery,
    response: Response,
  ): Promise<StatusBody> {
    const disconnected = disconnectOf(response, query.wait);
    const body = await this.statuses.read(viewerOf(caller), predictionId, query, disconnected);
    setRetryAfter(response, body.retryAfterMs);
    return body;
  }

  private async awaitStarted(
    caller: Principal,
    started: Started,
    seconds: number,
    response: Response,
  ): Promise<GenerateBody | StartedBody> {
    const disconnected = disconnectOf(response, seconds);
    const body = await this.statuses.readStarted(viewerOf(caller), started, seconds, disconnected);
    if ('retryAfterMs' in body) setRetryAfter(response, body.retryAfterMs);
    return body;
  }
}
