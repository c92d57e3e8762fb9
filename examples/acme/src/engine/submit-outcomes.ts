import type { Outcome } from 'offprint';

/** Maps an error response to a submit. `message` is public; `internal` is for the log. */
export function outcomeOfRefusal({ status, headers }: Response): Outcome {
  const internal = `HTTP ${status}`;
  const afterMs = (Number(headers.get('retry-after')) || 0) * 1000;
  switch (status) {
    case 422:
      return { kind: 'refuse', code: 'content_rejected', message: 'Acme does not paint this.', internal };
    // Nothing happened: a throttled submit waits and does not count as an attempt.
    case 429:
    case 503:
      return { kind: 'retry', code: 'provider_error', internal, afterMs, throttled: status === 429 };
    // The fault of the operator. Several in a row stop further submits.
    case 401:
    case 403:
      return {
        kind: 'refuse',
        code: 'provider_error',
        message: 'Acme is not available.',
        internal,
        operatorSide: true,
      };
    default:
      return status >= 500
        ? { kind: 'unknown', internal }
        : { kind: 'refuse', code: 'invalid_input', message: 'Acme cannot paint this.', internal };
  }
}
