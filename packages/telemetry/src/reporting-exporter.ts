import { Logger } from '@nestjs/common';
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';

/** At most one line of the log in this time. */
const QUIET_MS = 60_000;

/** Exports through another exporter, and reports in the log, once a minute at most, that spans were not delivered. */
export class ReportingExporter implements SpanExporter {
  private readonly logger = new Logger('telemetry');
  private lost = 0;
  private reportedAtMs = -Infinity;

  constructor(private readonly exporter: SpanExporter) {}

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.exporter.export(spans, (result) => {
      if (result.code !== ExportResultCode.SUCCESS) this.report(spans.length, result.error);
      // The processor would report a failure to a handler of the whole process.
      done({ code: ExportResultCode.SUCCESS });
    });
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  private report(spans: number, error: Error | undefined): void {
    this.lost += spans;
    if (performance.now() - this.reportedAtMs < QUIET_MS) return;
    this.reportedAtMs = performance.now();
    // Not the message: a collector's response may repeat the headers that it was sent.
    const { code, name } = (error ?? { name: 'timeout' }) as { code?: unknown; name: string };
    const reason = typeof code === 'string' || typeof code === 'number' ? String(code) : name;
    this.logger.warn({ spans: this.lost, reason }, 'the collector did not take spans');
    this.lost = 0;
  }
}
