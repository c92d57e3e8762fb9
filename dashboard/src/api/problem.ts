/** What went wrong with a request, in the words of the service; the one kind of error that queries and actions throw. */

export interface ProblemDetail {
  field: string;
  message: string;
  /** Of a 402. */
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
    /** Of HTTP; 0 when no answer came. */
    readonly status: number,
    /** Of the API's closed list; `unreachable` when no answer came. */
    readonly code: string,
    message: string,
    readonly details: readonly ProblemDetail[] = [],
    readonly requestId: string | null = null,
    /** Null: the service named no time. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
  }

  /** Whether the same request may simply succeed a little later. */
  get passes(): boolean {
    return this.status === 0 || this.status === 429 || this.status === 502 || this.status === 503;
  }

  /** The messages by field, as forms take them. */
  get fields(): Record<string, string> {
    return Object.fromEntries(this.details.map(({ field, message }) => [field, sentence(message)]));
  }
}

export function unreachable(): Problem {
  return new Problem(0, 'unreachable', 'The service cannot be reached. Check your connection.');
}

/** @param body of an answer that is not 2xx, parsed; anything at all. */
export function problemOf(response: Response, body: unknown): Problem {
  const { code, message, requestId, details } = (
    typeof body === 'object' && body !== null ? body : {}
  ) as ErrorBody;
  const after = Number(response.headers.get('retry-after'));
  return new Problem(
    response.status,
    code ?? (response.status === 429 ? 'rate_limited' : 'unknown'),
    message ?? `The service answered ${response.status}.`,
    Array.isArray(details) ? details : [],
    requestId ?? response.headers.get('x-request-id'),
    Number.isFinite(after) && after > 0 ? after : null,
  );
}

export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  // What `fetch` throws when no answer comes.
  if (error instanceof TypeError) return unreachable();
  return new Problem(0, 'unknown', 'Something went wrong on this page. Reload it and try again.');
}

function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
