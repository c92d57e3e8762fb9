/** The port `Tracing` with OpenTelemetry's SDK. Nothing is registered globally, and no module is patched. */
import type { IncomingHttpHeaders } from 'node:http';
import type { OnApplicationShutdown } from '@nestjs/common';
import {
  type Context,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { callWithTimeout } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { type RemoteSpan, type Span, type SpanAttributes, type SpanName, Tracing } from 'offprint';
import { ReportingExporter } from './reporting-exporter.js';
import { createSampling, trustsCallers } from './sampling.js';
import { attributesOf, KINDS } from './span-names.js';
import type { ResolvedSettings } from './telemetry-settings.js';
import { headersOf, readContext, readStoredContext, toParent, toStoredContext } from './trace-context.js';

/** The longest that a stop waits for the collector. */
const FLUSH_MS = 1_500;
const MAX_ATTRIBUTE_CHARACTERS = 256;

export class OtelTracing extends Tracing implements OnApplicationShutdown {
  private provider: TracerProvider | null = null;
  private tracer: Tracer | null = null;
  private readonly isSampled: ReturnType<typeof createSampling>;
  private readonly isTrusting: boolean;

  constructor(private readonly settings: ResolvedSettings) {
    super();
    this.isSampled = createSampling(settings);
    this.isTrusting = trustsCallers(settings);
  }

  beginRequest(method: string, headers: IncomingHttpHeaders): Span | null {
    const { traceparent, tracestate } = headers;
    // Most requests end here: one look at the headers and one random number.
    const parent =
      traceparent === undefined ? null : readContext(traceparent, this.isTrusting ? tracestate : undefined);
    if (!this.isSampled(parent)) return null;
    const context = parent ? trace.setSpanContext(ROOT_CONTEXT, toParent(parent)) : ROOT_CONTEXT;
    return new RecordedSpan(this.tracing, context, method, SpanKind.SERVER);
  }

  resume(context: string): RemoteSpan | null {
    if (this.settings.isDisabled) return null;
    const parent = readStoredContext(context);
    if (parent === null) return null;
    const below = trace.setSpanContext(ROOT_CONTEXT, toParent(parent));
    return {
      begin: (name, attributes, agoMs) => {
        const startedAt = agoMs === undefined ? undefined : new Date(Date.now() - agoMs);
        return new RecordedSpan(this.tracing, below, name, KINDS[name], attributes, startedAt);
      },
    };
  }

  /** Sends what is finished, for a bounded time: a collector that hangs delays no stop. */
  async onApplicationShutdown(): Promise<void> {
    if (this.provider === null) return;
    await callWithTimeout(this.provider.shutdown(), FLUSH_MS).catch(() => undefined);
  }

  /** Created with the first recorded span: a command-line tool starts no exporter. */
  private get tracing(): Tracer {
    this.tracer ??= this.createTracer();
    return this.tracer;
  }

  private createTracer(): Tracer {
    const { url, headers, compression, timeoutMs, serviceName, resource } = this.settings;
    const { maxQueue, maxBatch, delayMs } = this.settings;
    const exporter = new OTLPTraceExporter({
      url,
      headers,
      timeoutMillis: timeoutMs,
      compression: compression as never,
      concurrencyLimit: 2,
    });
    const processor = new BatchSpanProcessor({
      exporter: new ReportingExporter(exporter),
      maxQueueSize: maxQueue,
      maxExportBatchSize: maxBatch,
      scheduledDelayMillis: delayMs,
      exportTimeoutMillis: timeoutMs + 1_000,
    });
    this.provider = new TracerProvider({
      sampler: new AlwaysOnSampler(),
      spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_CHARACTERS },
      resource: resourceFromAttributes({
        ...resource,
        'service.name': serviceName,
        'process.pid': process.pid,
      }),
      spanProcessors: [processor],
    });
    return this.provider.getTracer('offprint');
  }
}

class RecordedSpan implements Span {
  private readonly span: OtelSpan;
  private readonly below: Context;

  constructor(
    private readonly tracer: Tracer,
    parent: Context,
    name: string,
    kind: SpanKind,
    attributes: SpanAttributes = {},
    startTime?: Date,
  ) {
    this.span = tracer.startSpan(name, { kind, attributes: attributesOf(attributes), startTime }, parent);
    this.below = trace.setSpan(parent, this.span);
  }

  get context(): string {
    return toStoredContext(this.span.spanContext());
  }

  get headers(): Record<string, string> {
    return headersOf(this.span.spanContext());
  }

  annotate(attributes: SpanAttributes): void {
    const { method, route } = attributes;
    if (method !== undefined && route !== undefined) this.span.updateName(`${method} ${route}`);
    this.span.setAttributes(attributesOf(attributes));
  }

  begin(name: SpanName, attributes?: SpanAttributes): Span {
    return new RecordedSpan(this.tracer, this.below, name, KINDS[name], attributes);
  }

  end(failure: string | null): void {
    if (failure !== null) {
      this.span.setAttribute('error.type', failure);
      this.span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
    }
    this.span.end();
  }
}
