import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import {
  type AuthenticatedRequest,
  type LaterBody,
  longPoll,
  type Principal,
  readPreferredWait,
} from '../../platform/http/index.js';
import type { GenerateBody, StartedBody } from './generate.dto.js';
import type { Started } from './generation.service.js';
import { MAX_WAIT_SECONDS, type StartQuery } from './prediction-queries.dto.js';
import { PredictionStatusService, viewerOf } from './prediction-status.service.js';

/** Responds at once, or after the wait that the caller asked for. */
@Injectable()
export class PredictionResponses {
  constructor(private readonly statuses: PredictionStatusService) {}

  /** The header `Prefer` counts without a wait in the query. More seconds than allowed are the most allowed ones. */
  async respond(
    caller: Principal,
    started: Started,
    query: StartQuery,
    response: Response,
  ): Promise<GenerateBody | StartedBody | LaterBody<GenerateBody | StartedBody>> {
    (response.req as AuthenticatedRequest).startedPredictionId = started.body.predictionId;
    if (started.replayed) response.setHeader('Idempotent-Replayed', 'true');
    const preferred = query.wait === undefined ? readPreferredWait(response.req.get('prefer')) : null;
    const seconds = query.wait ?? (preferred === null ? null : Math.min(preferred, MAX_WAIT_SECONDS));
    if (seconds === null) return started.body;
    if (preferred !== null) response.setHeader('Preference-Applied', `wait=${seconds}`);
    return longPoll(response, seconds, (disconnected) =>
      this.statuses.readStarted(viewerOf(caller), started, seconds, disconnected),
    );
  }
}
