/**
 * Attributes are a closed list, so that no prompt, key, address or error text reaches a collector. There is no default: without a
 * replacement the port is null and nothing is recorded. No method throws or waits: a request must not notice that it is recorded.
 */
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Below the request: admission (the statement that admits it), create (the statement that charges and creates the prediction).
 * Below create, in any process: queue (due until claimed), submit, poll and find (exchanges with the engine), store (the
 * outputs), retry (another attempt is scheduled), settle (final state, capture or refund).
 */
export type SpanName =
  | 'admission'
  | 'create'
  | 'queue'
  | 'submit'
  | 'poll'
  | 'find'
  | 'store'
  | 'retry'
  | 'settle';

/** All that a span may hold. */
export interface SpanAttributes {
  requestId?: string;
  method?: string;
  /** The template of the route, never the URL. */
  route?: string;
  status?: number;
  /** The caller disconnected before the response. */
  isDisconnected?: boolean;
  predictionId?: string;
  modelKey?: string;
  provider?: string;
  attempt?: number;
  outcome?: string;
  /** Until the next attempt. */
  delayMs?: number;
}

/** A span that has begun. */
export interface Span {
  /**
   * Its W3C context as text: `traceparent`, or `traceparent tracestate`. A row carries it to other processes. At most
   * `MAX_TRACE_CONTEXT` characters.
   */
  readonly context: string;
  /** The W3C headers of a request that it covers. */
  readonly headers: Readonly<Record<string, string>>;
  annotate(attributes: SpanAttributes): void;
  begin(name: SpanName, attributes?: SpanAttributes): Span;
  /** @param failure a code of the closed list of errors, or a word for the reason. Null: it did not fail. */
  end(failure: string | null): void;
}

/** A span of another process, below which spans begin. */
export interface RemoteSpan {
  /** @param agoMs when it began. Default: now. */
  begin(name: SpanName, attributes?: SpanAttributes, agoMs?: number): Span;
}

/** Characters of a context: 55 of a traceparent, 512 of a tracestate. */
export const MAX_TRACE_CONTEXT = 568;

/** Records traces. */
export abstract class Tracing {
  /** Begins the span of a request. @returns null when it is not recorded. */
  abstract beginRequest(method: string, headers: IncomingHttpHeaders): Span | null;

  /** Continues the trace of a row. @param context as a `Span` returned it. @returns null for one that it cannot read. */
  abstract resume(context: string): RemoteSpan | null;
}
