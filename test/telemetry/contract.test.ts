/** OpenTelemetry's SDK as a recorder of traces, held to the contract of the port by what a receiver decodes. */
import { OtelTracing } from '../../packages/telemetry/src/otel.tracing.js';
import { resolveSettings } from '../../packages/telemetry/src/telemetry-settings.js';
import { tracingContract } from '../../src/testing/index.js';
import { until } from '../support/service-process.js';
import { OtlpReceiver } from './otlp-receiver.js';

let receiver: OtlpReceiver;
beforeAll(async () => {
  receiver = await OtlpReceiver.start();
});
afterAll(() => receiver.stop());

tracingContract(
  { describe, it, beforeEach, afterEach },
  {
    name: 'OpenTelemetry',
    create: async () => {
      const begun = receiver.spans.length;
      const tracing = new OtelTracing(
        resolveSettings({ endpoint: receiver.endpoint, sampler: 'always_on', delayMs: 20 }),
      );
      return Promise.resolve({
        tracing,
        ended: async (traceId, count) => {
          // Other tests have spans of the same trace of a caller.
          const spansOf = () => receiver.spans.slice(begun).filter((span) => span.traceId === traceId);
          await until(() => spansOf().length >= count);
          return spansOf().map((span) => ({ ...span, text: JSON.stringify(span.attributes) }));
        },
        close: () => tracing.onApplicationShutdown(),
      });
    },
  },
);
