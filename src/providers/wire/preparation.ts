/** Exchanges before the one that is paid, such as uploads: whatever becomes of them, nothing was submitted. */
import type { Outcome } from '../provider.js';
import { AnswerLost, type EngineAnswer, type EngineClient, type EngineRequest } from './engine-client.js';
import { submitRefused, submitThrew } from './outcomes.js';

/** A step before the paid one failed: `outcome` is what that means for the prediction, and never in doubt. */
export class NotSubmitted extends Error {
  constructor(readonly outcome: Outcome) {
    super('a step before the submit failed');
    this.name = 'NotSubmitted';
  }
}

/**
 * @param read what is wanted of a successful answer; undefined when it is not there.
 * @throws {NotSubmitted} {@link NotSubmitted} @throws the reason of the request's signal.
 */
export async function prepare<T>(
  client: EngineClient,
  request: EngineRequest,
  read: (answer: EngineAnswer) => T | undefined,
): Promise<T> {
  try {
    const answer = await client.exchange(request);
    if (!answer.ok) throw new NotSubmitted(undoubted(submitRefused(client, answer)));
    const wanted = read(answer);
    if (wanted === undefined) throw new AnswerLost(`${request.url} was answered with something else`);
    return wanted;
  } catch (error) {
    throw error instanceof NotSubmitted ? error : new NotSubmitted(undoubted(submitThrew(error)));
  }
}

function undoubted(outcome: Outcome): Outcome {
  if (outcome.kind !== 'unknown') return outcome;
  return { kind: 'retry', code: 'provider_error', internal: outcome.internal };
}
