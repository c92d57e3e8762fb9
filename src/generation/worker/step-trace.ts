/** Without a trace every function only passes the work on. */
import { publicId } from '../../platform/http/index.js';
import { nameOfError, type RemoteSpan, type Span, type Tracing } from '../../platform/tracing/index.js';
import { type Outcome, sendTraceHeaders, type Work } from '../../providers/index.js';
import type { ClaimedPrediction } from '../prediction.js';

/** Records how long the prediction waited to be submitted; null when it is not recorded. */
export function resumeTrace(tracing: Tracing | null, claimed: ClaimedPrediction): RemoteSpan | null {
  if (tracing === null || claimed.trace_context === null) return null;
  const trace = tracing.resume(claimed.trace_context);
  if (trace === null || claimed.provider_ref !== null) return trace;
  const { id, provider, attempts, waited_ms } = claimed;
  const facts = { predictionId: publicId('pred', id), provider, attempt: attempts + 1 };
  trace.begin('queue', facts, Math.max(0, waited_ms ?? 0)).end(null);
  return trace;
}

/** The span's headers are sent with the requests to the engine. */
export function beginExchange(
  trace: RemoteSpan | null,
  name: 'submit' | 'poll' | 'find',
  provider: string,
  { predictionId, attempt, signal }: Work,
): Span | null {
  if (trace === null) return null;
  const span = trace.begin(name, { predictionId, provider, attempt });
  sendTraceHeaders(signal, span.headers);
  return span;
}

export function endExchange(span: Span | null, exchange: Promise<Outcome>): Promise<Outcome> {
  if (span === null) return exchange;
  return exchange.then(
    (outcome) => {
      span.annotate({ outcome: outcome.kind });
      span.end(failureOf(outcome));
      return outcome;
    },
    (error: unknown) => {
      span.end(nameOfError(error));
      throw error;
    },
  );
}

function failureOf(outcome: Outcome): string | null {
  if (outcome.kind === 'retry' || outcome.kind === 'refuse') return outcome.code;
  return outcome.kind === 'unknown' ? 'answer_lost' : null;
}
