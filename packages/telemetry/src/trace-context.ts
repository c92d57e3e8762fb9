/** Reads and writes W3C trace contexts: of headers, and of rows as one text `traceparent` or `traceparent tracestate`. */
import { createTraceState, type SpanContext, TraceFlags } from '@opentelemetry/api';
import { parseTraceParent, TraceState } from '@opentelemetry/core';

/** A span of another process. */
export interface RemoteContext {
  traceId: string;
  spanId: string;
  isSampled: boolean;
  /** Valid members, at most 32 in 512 characters. */
  tracestate?: string;
}

const MAX_TRACESTATE = 512;

/** @returns null when there is none, or an invalid one: a new trace begins. */
export function readContext(traceparent: unknown, tracestate?: unknown): RemoteContext | null {
  if (typeof traceparent !== 'string' || traceparent.length > 128) return null;
  const parsed = parseTraceParent(traceparent);
  if (parsed === null) return null;
  const { traceId, spanId, traceFlags } = parsed;
  const isSampled = (traceFlags & TraceFlags.SAMPLED) !== 0;
  const isText = typeof tracestate === 'string' && tracestate.length <= MAX_TRACESTATE;
  const state = isText ? new TraceState(tracestate).serialize() : '';
  return { traceId, spanId, isSampled, ...(state !== '' && { tracestate: state }) };
}

/** Reads the context of a row. */
export function readStoredContext(text: string): RemoteContext | null {
  const at = text.indexOf(' ');
  return at < 0 ? readContext(text) : readContext(text.slice(0, at), text.slice(at + 1));
}

/** Returns it as the parent of recorded spans. */
export function toParent({ traceId, spanId, tracestate }: RemoteContext): SpanContext {
  const traceState = tracestate === undefined ? undefined : createTraceState(tracestate);
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true, traceState };
}

/** Returns the headers of requests that the span covers. */
export function headersOf({ traceId, spanId, traceState }: SpanContext): Record<string, string> {
  const traceparent = `00-${traceId}-${spanId}-01`;
  const tracestate = traceState?.serialize() ?? '';
  return tracestate === '' ? { traceparent } : { traceparent, tracestate };
}

/** Returns the text that a row carries. */
export const toStoredContext = (context: SpanContext): string => Object.values(headersOf(context)).join(' ');
