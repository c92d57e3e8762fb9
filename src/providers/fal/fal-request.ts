/** What is sent to fal's queue and what fal calls it from then on. Pure. */
import type { ProviderRef } from '../provider.js';
import { numberOf, progressInLog, recordOf, textOf } from '../wire/index.js';

/** Addresses of a request: they leave out the sub-path of the model, so only those that fal gave lead to it. */
export interface FalRef extends ProviderRef {
  requestId: string;
  statusUrl: string;
  responseUrl: string;
  cancelUrl: string;
}

const APP = /^\w[\w.-]*(\/\w[\w.-]*)+$/;

/** @throws Error saying what is wrong with the options. */
export function readApp({ app }: Readonly<Record<string, unknown>>): string {
  if (typeof app === 'string' && APP.test(app)) return app;
  throw new Error('app must be a model’s id, such as fal-ai/flux/schnell');
}

/** @returns null when an address is missing or leads elsewhere: our key must not go there. */
export function readRef(body: unknown, owns: (url: string) => boolean): FalRef | null {
  const answer = recordOf(body);
  const own = (value: unknown) => {
    const url = textOf(value);
    return url !== undefined && owns(url) ? url : undefined;
  };
  const requestId = textOf(answer.request_id);
  const statusUrl = own(answer.status_url);
  const responseUrl = own(answer.response_url);
  const cancelUrl = own(answer.cancel_url);
  if (!requestId || !statusUrl || !responseUrl || !cancelUrl) return null;
  return { requestId, statusUrl, responseUrl, cancelUrl };
}

/** The state of a request and what fal knows of its way. */
export function readStatus(body: unknown): {
  completed: boolean;
  /** 0–100. */
  progress?: number;
  /** Requests before this one. */
  queuePosition?: number;
  /** What went wrong, of a request that failed. */
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
