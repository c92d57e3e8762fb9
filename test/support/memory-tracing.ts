/** The reference of the recorders of traces: keeps ended spans in memory. */
import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import {
  type RemoteSpan,
  type Span,
  type SpanAttributes,
  type SpanName,
  Tracing,
} from '../../src/platform/tracing/index.js';
import type { EndedSpan } from '../../src/testing/index.js';

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/;
const NAMES: Record<keyof SpanAttributes, true> = {
  requestId: true,
  method: true,
  route: true,
  status: true,
  isDisconnected: true,
  predictionId: true,
  modelKey: true,
  provider: true,
  attempt: true,
  outcome: true,
  delayMs: true,
};

interface Parent {
  traceId: string;
  spanId: string;
}

const hex = (bytes: number) => randomBytes(bytes).toString('hex');

export class MemoryTracing extends Tracing {
  readonly spans: EndedSpan[] = [];

  beginRequest(method: string, { traceparent }: IncomingHttpHeaders): Span {
    return this.begin(read(traceparent) ?? { traceId: hex(16), spanId: '' }, method);
  }

  resume(context: string): RemoteSpan | null {
    const parent = read(context);
    return parent && { begin: (name, attributes, agoMs) => this.begin(parent, name, attributes, agoMs) };
  }

  private begin(parent: Parent, name: string, attributes: SpanAttributes = {}, agoMs = 0): Span {
    const { traceId } = parent;
    const spanId = hex(8);
    const startMs = Date.now() - agoMs;
    const values: SpanAttributes = {};
    const annotate = (more: SpanAttributes) =>
      void Object.assign(values, Object.fromEntries(Object.entries(more).filter(([key]) => key in NAMES)));
    annotate(attributes);
    let hasEnded = false;
    const traceparent = `00-${traceId}-${spanId}-01`;
    return {
      context: traceparent,
      headers: { traceparent },
      annotate,
      begin: (below: SpanName, more?: SpanAttributes) => this.begin({ traceId, spanId }, below, more),
      end: (failure) => {
        if (hasEnded) return;
        hasEnded = true;
        const times = { startMs, endMs: Math.max(startMs, Date.now()) };
        const text = JSON.stringify({ ...values, failure });
        const ids = { traceId, spanId, parentSpanId: parent.spanId };
        this.spans.push({ name, ...ids, ...times, hasFailed: failure !== null, text });
      },
    };
  }
}

function read(text: unknown): Parent | null {
  const [, traceId, spanId] = (typeof text === 'string' && TRACEPARENT.exec(text)) || [];
  return traceId && spanId ? { traceId, spanId } : null;
}
