/** Sends requests to the service, and repeats those that can be repeated safely until one is answered. */
import { ConnectionError, OffprintError, type ServiceError, serviceError } from './errors.js';
import { ResponseTimer } from './response-timer.js';
import { backoffMs, sleep, throwIfAborted } from './waiting.js';

/** What `fetch` must do; for tests, proxies and runtimes with a fetch of their own. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Body of a request, of any runtime. */
export type RequestBody = NonNullable<RequestInit['body']>;

export interface TransportSettings {
  /** Address of the service without `/api`. */
  url: string;
  apiKey: string;
  fetch: Fetch;
  /** Time after which a request is repeated no more, in seconds. */
  retrySeconds: number;
  /**
   * Time after which a request without response counts as lost, in seconds. It counts anew from each piece of a file that the
   * connection takes; the wait of a long poll comes on top.
   */
  timeoutSeconds: number;
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api`, with query. */
  path: string;
  json?: unknown;
  /** Returns the body of each attempt. It calls `onSent` for each piece that the connection takes, unless it is small. */
  body?: (onSent: () => void) => RequestBody;
  headers?: Record<string, string>;
  /** Seconds for which the service may hold the response. */
  waitSeconds?: number;
  /** False for a request whose body can be read once. Default: true. */
  isRepeatable?: boolean;
  signal?: AbortSignal | undefined;
}

/** Statuses of a proxy or of a service that is starting, stopping or full. 408: the request did not arrive in time. */
const REPEATED_STATUSES = new Set([408, 429, 500, 502, 503, 504]);

export class Transport {
  constructor(private readonly settings: TransportSettings) {}

  /**
   * Sends a request and returns the JSON of the response.
   * @throws {ServiceError} when the service rejects it. @throws {ConnectionError} when no response arrives in time.
   */
  async json<T>(call: Call): Promise<T> {
    const { value } = await this.send(call);
    return value as T;
  }

  private async send(call: Call): Promise<{ value: unknown }> {
    let deadline = this.retryDeadline();
    for (let attempt = 0; ; attempt += 1) {
      const failure = await this.attempt(call);
      if ('value' in failure) return failure;
      // Sending a file may take longer than the time of all repetitions.
      if (attempt === 0 && call.body) deadline = this.retryDeadline();
      const pause = failure.retryAfterMs ?? backoffMs(attempt);
      const isOver = performance.now() + pause > deadline;
      if (!failure.isRepeatable || call.isRepeatable === false || isOver) throw failure.error;
      await sleep(pause, call.signal);
    }
  }

  private retryDeadline(): number {
    return performance.now() + this.settings.retrySeconds * 1_000;
  }

  private async attempt(call: Call): Promise<{ value: unknown } | Failure> {
    throwIfAborted(call.signal);
    const timer = new ResponseTimer(this.settings.timeoutSeconds + (call.waitSeconds ?? 0), call.signal);
    try {
      const response = await this.settings.fetch(
        `${this.settings.url}/api${call.path}`,
        this.init(call, timer),
      );
      const text = await response.text();
      return response.ok ? { value: valueOf(response, text) } : rejected(response, text);
    } catch (cause) {
      throwIfAborted(call.signal);
      if (cause instanceof OffprintError) throw cause;
      return {
        error: new ConnectionError(`No response from ${this.settings.url}: ${reasonOf(cause)}`, { cause }),
        isRepeatable: true,
      };
    } finally {
      timer.stop();
    }
  }

  private init(call: Call, timer: ResponseTimer): RequestInit {
    const headers: Record<string, string> = {
      Accept: 'application/json',
      Authorization: `Bearer ${this.settings.apiKey}`,
      ...call.headers,
    };
    const init: RequestInit & { duplex?: 'half' } = {
      method: call.method,
      headers,
      signal: timer.signal,
      // A redirect would send the key to another address, or a POST as a GET.
      redirect: 'manual',
    };
    if (call.json !== undefined) {
      headers['Content-Type'] = 'application/json';
      init.body = JSON.stringify(call.json);
    } else if (call.body) {
      init.body = call.body(() => timer.restart());
      // Node sends a stream only with this.
      init.duplex = 'half';
    }
    return init;
  }
}

interface Failure {
  error: ServiceError | ConnectionError;
  isRepeatable: boolean;
  retryAfterMs?: number;
}

/** Returns the JSON of a successful response. @throws when something else than the service has sent it. */
function valueOf(response: Response, text: string): unknown {
  if (text === '') return undefined;
  const type = response.headers.get('content-type') ?? '';
  try {
    if (type.includes('json')) return JSON.parse(text);
  } catch {
    // What a proxy has put in its place, or cut.
  }
  throw new OffprintError(
    `The address does not answer as Offprint does (${type}). Check the url.`,
    'not_configured',
  );
}

function rejected(response: Response, text: string): Failure {
  const { status } = response;
  const body = parsed(text);
  const retryAfterSeconds = secondsOf(response.headers.get('retry-after'));
  const code = typeof body.code === 'string' ? body.code : codeOf(status);
  const error = serviceError({
    status,
    code,
    message: typeof body.message === 'string' ? body.message : `The service answered ${status}.`,
    requestId: response.headers.get('x-request-id'),
    details: body.details,
    retryAfterSeconds,
  });
  return {
    error,
    // The request that holds the same Idempotency-Key ends soon.
    isRepeatable: REPEATED_STATUSES.has(status) || code === 'idempotency_in_progress',
    ...(retryAfterSeconds !== null && { retryAfterMs: retryAfterSeconds * 1_000 + Math.random() * 250 }),
  };
}

/** Of a response without a code: a 429 has none, and a proxy sends pages of its own. */
function codeOf(status: number): string {
  if (status === 429) return 'rate_limited';
  if (status >= 300 && status < 400) return 'not_configured';
  return status >= 500 ? 'service_unavailable' : 'not_found';
}

function parsed(text: string): { code?: unknown; message?: unknown; details?: unknown } {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

function secondsOf(header: string | null): number | null {
  const seconds = header === null || header.trim() === '' ? Number.NaN : Number(header);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const inner: unknown = cause.cause;
  return inner instanceof Error && inner.message !== '' ? inner.message : cause.message;
}
