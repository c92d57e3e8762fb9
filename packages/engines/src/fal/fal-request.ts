import type { ProviderRef } from '../provider.js';
import { numberOf, progressInLog, recordOf, textOf } from '../wire/index.js';

/** The URLs omit the sub-path of the model, so only those that fal returned reach it. */
export interface FalRef extends ProviderRef {
  requestId: string;
  statusUrl: string;
  responseUrl: string;
  cancelUrl: string;
}

const APP = /^\w[\w.-]*(\/\w[\w.-]*)+$/;

/** @throws Error describing an invalid option. */
export function readApp({ app }: Readonly<Record<string, unknown>>): string {
  if (typeof app === 'string' && APP.test(app)) return app;
  throw new Error('app must be a model’s id, such as fal-ai/flux/schnell');
}

/** @returns null when a URL is missing or belongs to another host: our key must not be sent there. */
export function readRef(body: unknown, owns: (url: string) => boolean): FalRef | null {
  const response = recordOf(body);
  const own = (value: unknown) => {
    const url = textOf(value);
    return url !== undefined && owns(url) ? url : undefined;
  };
  const requestId = textOf(response.request_id);
  const statusUrl = own(response.status_url);
  const responseUrl = own(response.response_url);
  const cancelUrl = own(response.cancel_url);
  if (!requestId || !statusUrl || !responseUrl || !cancelUrl) return null;
  return { requestId, statusUrl, responseUrl, cancelUrl };
}

export function readStatus(body: unknown): {
  completed: boolean;
  /** 0–100. */
  progress?: number;
  /** Requests before this one. */
  queuePosition?: number;
  error?: string;
  errorType?: string;
} {
  const { status, queue_position: position, logs, error, error_type: type } = recordOf(body);
  const lines = Array.isArray(logs) ? logs.map((line) => textOf(recordOf(line).message) ?? '') : [];
  const before = numberOf(position);
  return {
    completed: status === 'COMPLETED',
    progress: progressInLog(lines.join('\n')),
    queuePosition: before !== undefined && before >= 0 ? Math.floor(before) : undefined,
    error: textOf(error),
    errorType: textOf(type),
  };
}
