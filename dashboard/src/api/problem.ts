/** The error of a failed request, with the service's own message. Queries and mutations throw no other error. */

export interface ProblemDetail {
  field: string;
  message: string;
  /** Only in a 402. */
  required?: number;
  balance?: number;
}

interface ErrorBody {
  code?: string;
  message?: string;
  requestId?: string;
  details?: ProblemDetail[];
}

export class Problem extends Error {
  override readonly name = 'Problem';

  constructor(
    /** HTTP status; 0 without a response. */
    readonly status: number,
    /** Error code from the API's closed list; `unreachable` without a response. */
    readonly code: string,
    message: string,
    readonly details: readonly ProblemDetail[] = [],
    readonly requestId: string | null = null,
    /** Null: the response has no `Retry-After`. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
  }

  /** Whether the same request may succeed later. */
  get isTransient(): boolean {
    return (
      this.status === 0 ||
      this.status === 429 ||
      this.status === 502 ||
      this.status === 503 ||
      this.status === 504
    );
  }

  /** Messages by field name, in the form that `setErrors` expects. */
  get fields(): Record<string, string> {
    return Object.fromEntries(this.details.map(({ field, message }) => [field, sentence(message)]));
  }
}

export function unreachable(): Problem {
  return new Problem(0, 'unreachable', 'The service cannot be reached. Check your connection.');
}

/** Creates the problem of a response that is not 2xx. @param body parsed; can be anything. */
export function problemOf(response: Response, body: unknown): Problem {
  const { code, message, requestId, details } = (
    typeof body === 'object' && body !== null ? body : {}
  ) as ErrorBody;
  const after = Number(response.headers.get('retry-after'));
  return new Problem(
    response.status,
    code ?? (response.status === 429 ? 'rate_limited' : 'unknown'),
    message ?? `The service returned status ${response.status}.`,
    Array.isArray(details) ? details : [],
    requestId ?? response.headers.get('x-request-id'),
    Number.isFinite(after) && after > 0 ? after : null,
  );
}

export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  // `fetch` throws a TypeError when it receives no response.
  if (error instanceof TypeError) return unreachable();
  return new Problem(0, 'unknown', 'Something went wrong on this page. Reload it and try again.');
}

function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
