/** When an exchange before the paid one fails, such as an upload, nothing was submitted. */
import type { Outcome } from '../provider.js';
import type { EngineClient, EngineRequest, EngineResponse } from './engine-client.js';
import { AnswerLost } from './exchange-errors.js';
import { outcomeOfSubmitError, outcomeOfSubmitResponse } from './outcomes.js';

/** A step before the paid one failed. `outcome` is the result for the prediction and is never `unknown`. */
export class NotSubmitted extends Error {
  constructor(readonly outcome: Outcome) {
    super('a step before the submit failed');
    this.name = 'NotSubmitted';
  }
}

/**
 * Sends a request that precedes the paid one.
 * @param read extracts the result from a successful response; returns undefined when it is missing.
 * @throws {NotSubmitted} {@link NotSubmitted} @throws the reason of the request's signal.
 */
export async function prepare<T>(
  client: EngineClient,
  request: EngineRequest,
  read: (response: EngineResponse) => T | undefined,
): Promise<T> {
  try {
    const response = await client.exchange(request);
    if (!response.ok) throw new NotSubmitted(asRetry(outcomeOfSubmitResponse(client, response)));
    const result = read(response);
    if (result === undefined) throw new AnswerLost(`${request.url} was answered with something else`);
    return result;
  } catch (error) {
    throw error instanceof NotSubmitted ? error : new NotSubmitted(asRetry(outcomeOfSubmitError(error)));
  }
}

function asRetry(outcome: Outcome): Outcome {
  if (outcome.kind !== 'unknown') return outcome;
  return { kind: 'retry', code: 'provider_error', internal: outcome.internal };
}
