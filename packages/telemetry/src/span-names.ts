/** How OpenTelemetry names what the service records. */
import { SpanKind } from '@opentelemetry/api';
import type { SpanAttributes, SpanName } from 'offprint';

/** The semantic conventions have names for HTTP only. */
export const ATTRIBUTES = {
  method: 'http.request.method',
  route: 'http.route',
  status: 'http.response.status_code',
  requestId: 'offprint.request_id',
  isDisconnected: 'offprint.disconnected',
  predictionId: 'offprint.prediction_id',
  modelKey: 'offprint.model_key',
  provider: 'offprint.provider',
  attempt: 'offprint.attempt',
  outcome: 'offprint.outcome',
  delayMs: 'offprint.delay_ms',
} as const satisfies Record<keyof SpanAttributes, string>;

export const KINDS: Record<SpanName, SpanKind> = {
  admission: SpanKind.INTERNAL,
  create: SpanKind.PRODUCER,
  queue: SpanKind.CONSUMER,
  submit: SpanKind.CLIENT,
  poll: SpanKind.CLIENT,
  find: SpanKind.CLIENT,
  store: SpanKind.INTERNAL,
  retry: SpanKind.INTERNAL,
  settle: SpanKind.INTERNAL,
};

/** Returns the set attributes under their names. Others are left out: a host's code may pass more than its types say. */
export function attributesOf(attributes: SpanAttributes): Record<string, string | number | boolean> {
  const named: Record<string, string | number | boolean> = {};
  for (const [key, value] of Object.entries(attributes) as [keyof SpanAttributes, string | number][])
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- an optional attribute
    if (value !== undefined && Object.hasOwn(ATTRIBUTES, key)) named[ATTRIBUTES[key]] = value;
  return named;
}
