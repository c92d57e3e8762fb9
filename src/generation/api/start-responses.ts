import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { disconnectOf, type Principal, readPreferredWait, setRetryAfter } from '../../http/index.js';
import type { Started } from './generation.service.js';
import { type GenerateBody, MAX_WAIT_SECONDS, type StartedBody, type StartQuery } from './prediction.dto.js';
import { PredictionStatusService, viewerOf } from './prediction-status.service.js';

/** Responds to requests that started a prediction: at once, or after a wait for its end if the caller asked for one. */
@Injectable()
export class StartResponses {
  constructor(private readonly statuses: PredictionStatusService) {}

  /**
   * Sets the headers and returns the body.
   * @param prefer the header `Prefer`, which counts without a wait in the query. More seconds than allowed are the most
   * allowed ones.
   */
  async respond(
    caller: Principal,
    started: Started,
    query: StartQuery,
    prefer: string | undefined,
    response: Response,
  ): Promise<GenerateBody | StartedBody> {
    if (started.replayed) response.setHeader('Idempotent-Replayed', 'true');
    const preferred = query.wait === undefined ? readPreferredWait(prefer) : null;
    const seconds = query.wait ?? (preferred === null ? null : Math.min(preferred, MAX_WAIT_SECONDS));
    if (seconds === null) return started.body;
    if (preferred !== null) response.setHeader('Preference-Applied', `wait=${seconds}`);
    const disconnected = disconnectOf(response, seconds);
    const body = await this.statuses.readStarted(viewerOf(caller), started, seconds, disconnected);
    if ('retryAfterMs' in body) setRetryAfter(response, body.retryAfterMs);
    return body;
  }
}
