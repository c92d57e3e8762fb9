import { createDownload, type Download } from './download.js';
import { GenerationFailedError, OffprintError } from './errors.js';
import type { GenerateInput } from './inputs.js';
import { List } from './lists.js';
import { Prediction } from './prediction.js';
import { type Call, type Fetch, Transport } from './transport.js';
import type {
  Balance,
  EndUser,
  HistoryEntry,
  HistoryFilter,
  KeyRecord,
  LedgerEntry,
  Modality,
  Model,
  PredictionBody,
  PredictionOrMissing,
  Quote,
  SpendLimit,
  Started,
  Upload,
  UsageGroup,
  UsageItem,
} from './types.js';
import { openUpload, type UploadSource } from './uploads.js';
import { Polls, sleep, throwIfAborted } from './waiting.js';
import { webCrypto } from './web-crypto.js';

export interface OffprintSettings {
  /** Address of the service. Default: `OFFPRINT_URL`, or `http://127.0.0.1:3000`. */
  url?: string;
  /** Default: `OFFPRINT_API_KEY`. */
  apiKey?: string;
  fetch?: Fetch;
  /**
   * For how long a request without an answer, or with one that passes (429, 5xx), is repeated, in seconds. Default: 120.
   * Repeating is safe: what costs credits carries an Idempotency-Key. 0 sends each request once.
   */
  retrySeconds?: number;
  /**
   * Time without response after which a request counts as lost, in seconds. While a file is uploaded it counts anew from each
   * piece that the connection takes, so that a slow line is no failure. Default: 60.
   */
  timeoutSeconds?: number;
  /** An API key in a browser is everyone's. Allows it in pages that only their owner opens. */
  dangerouslyAllowBrowser?: boolean;
}

export interface StartOptions {
  /** Default: a new one for each call. The same key within 24 hours returns the same prediction. */
  idempotencyKey?: string;
}

export interface WaitOptions {
  /** Called with each status that differs from the one before. */
  onProgress?: (status: PredictionBody) => void;
  /** Cancels the prediction; its credits are refunded. The call then throws the signal's reason. */
  signal?: AbortSignal;
}

/** Where a list begins. */
export interface ListOptions {
  /** `nextCursor` of a page that was read before, with the same filter. */
  cursor?: string;
}

export type GenerateOptions = StartOptions & WaitOptions;

interface Items<Item> {
  items: Item[];
}

/** Below the time after which common proxies close a silent connection. */
const LONG_POLL_SECONDS = 25;
const DEFAULT_RETRY_AFTER_MS = 3_000;
const LOCAL_URL = 'http://127.0.0.1:3000';
const PAGE_SIZE = 100;

/** A client of one Offprint service. Holds no connection and no timer between calls. */
export class Offprint {
  private readonly transport: Transport;
  private readonly download: Download;

  /** @throws {OffprintError} `not_configured` without an API key, or in a browser. */
  constructor(settings: OffprintSettings = {}) {
    if (isBrowser() && !settings.dangerouslyAllowBrowser)
      throw new OffprintError(
        'An API key belongs on a server: in a browser all visitors can read it.',
        'not_configured',
      );
    const apiKey = settings.apiKey ?? environment('OFFPRINT_API_KEY');
    if (!apiKey) throw new OffprintError('Give an apiKey, or set OFFPRINT_API_KEY.', 'not_configured');
    const url = (settings.url ?? environment('OFFPRINT_URL') ?? LOCAL_URL).replace(/\/+$/, '');
    if (!/^https?:\/\/[^/]/.test(url))
      throw new OffprintError('The url of the service begins with http:// or https://.', 'not_configured');
    const fetch = settings.fetch ?? ((address, init) => globalThis.fetch(address, init));
    this.transport = new Transport({
      url,
      apiKey,
      fetch,
      retrySeconds: settings.retrySeconds ?? 120,
      timeoutSeconds: settings.timeoutSeconds ?? 60,
    });
    this.download = createDownload(fetch);
  }

  /**
   * Starts a prediction and waits for its result.
   * @throws {GenerationFailedError} when it failed and was refunded. @throws {ServiceError} when the request is rejected.
   */
  async generate<Key extends string>(
    input: { modelKey: Key } & GenerateInput<Key>,
    options: GenerateOptions = {},
  ): Promise<Prediction> {
    throwIfAborted(options.signal);
    // The start is not aborted: without its answer the prediction could not be cancelled.
    const { predictionId } = await this.start<Key>(input, options);
    return this.wait(predictionId, options);
  }

  /** Starts a prediction: its credits are charged. `wait` returns its result. */
  async start<Key extends string>(
    input: { modelKey: Key } & GenerateInput<Key>,
    options: StartOptions = {},
  ): Promise<Started> {
    const key = options.idempotencyKey ?? (await webCrypto()).randomUUID();
    return this.transport.json<Started>({
      method: 'POST',
      path: '/generate',
      json: input,
      headers: { 'Idempotency-Key': key },
    });
  }

  /** Waits for the result of a prediction, also of one that another process has started. */
  async wait(predictionId: string, { onProgress, signal }: WaitOptions = {}): Promise<Prediction> {
    try {
      const polls = new Polls();
      let seconds = onProgress ? 0 : LONG_POLL_SECONDS;
      let reported = '';
      for (;;) {
        polls.begin(seconds);
        const body = await this.status(predictionId, { waitSeconds: seconds, signal });
        const { status, progress, queue, retryAfterMs = DEFAULT_RETRY_AFTER_MS } = body;
        const state = JSON.stringify([status, progress, queue]);
        if (state !== reported) onProgress?.(body);
        reported = state;
        if (status === 'completed') return new Prediction(body, this.download);
        if (status === 'failed') throw failure(body);
        await sleep(polls.pauseMs(retryAfterMs), signal);
        if (onProgress) seconds = Math.min(LONG_POLL_SECONDS, Math.ceil(retryAfterMs / 1_000));
      }
    } catch (error) {
      if (signal?.aborted) await this.cancel(predictionId);
      throw error;
    }
  }

  /** Returns the present state of a prediction, or after `waitSeconds` (0–60), as soon as it is final. */
  status(
    predictionId: string,
    options: { waitSeconds?: number; timeline?: boolean; signal?: AbortSignal | undefined } = {},
  ): Promise<PredictionBody> {
    const { waitSeconds = 0, timeline, signal } = options;
    const path = `/generate/status/${encodeURIComponent(predictionId)}`;
    return this.get<PredictionBody>(
      path,
      { wait: waitSeconds || undefined, timeline },
      { waitSeconds, signal },
    );
  }

  /** Returns the states of up to 100 predictions in one request, in the order given; waits until one of them is final. */
  async statuses(
    predictionIds: string[],
    options: { waitSeconds?: number; signal?: AbortSignal } = {},
  ): Promise<PredictionOrMissing[]> {
    const { waitSeconds = 0, signal } = options;
    const query = { ids: predictionIds.join(','), wait: waitSeconds || undefined };
    const { items } = await this.get<Items<PredictionOrMissing>>('/generate/status', query, {
      waitSeconds,
      signal,
    });
    return items;
  }

  /** Cancels a prediction that is not final: it fails with `cancelled` and is refunded. Returns its state. */
  cancel(predictionId: string): Promise<PredictionBody> {
    const path = `/generate/${encodeURIComponent(predictionId)}/cancel`;
    return this.transport.json({ method: 'POST', path });
  }

  /** Deletes the files and the input of a final prediction. Its cost stays in the ledger. */
  delete(predictionId: string): Promise<PredictionBody> {
    return this.transport.json({ method: 'DELETE', path: `/generate/${encodeURIComponent(predictionId)}` });
  }

  /** Returns what a request would cost. Nothing is charged. */
  quote<Key extends string>(input: { modelKey: Key } & GenerateInput<Key>): Promise<Quote> {
    return this.transport.json({ method: 'POST', path: '/generate/quote', json: input });
  }

  /** Uploads a file as an input. A stream is read once, so its upload is not repeated after a lost answer. */
  async upload(
    source: UploadSource,
    options: { contentType?: string; signal?: AbortSignal } = {},
  ): Promise<Upload> {
    const upload = await openUpload(source, options.contentType);
    return this.transport.json({ method: 'POST', path: '/uploads', ...upload, signal: options.signal });
  }

  /** Iterates over the account's predictions, newest first. */
  history(filter: HistoryFilter & ListOptions = {}): List<HistoryEntry> {
    return this.list('/generate/history', filter);
  }

  /** Iterates over the account's reframed pictures and videos, newest first. */
  reframeHistory(filter: HistoryFilter & ListOptions = {}): List<HistoryEntry> {
    return this.list('/generate/reframe/history', filter);
  }

  /** Iterates over the movements of the account's credits, newest first. */
  ledger(options: ListOptions = {}): List<LedgerEntry> {
    return this.list('/credits/ledger', options);
  }

  balance(): Promise<Balance> {
    return this.get('/credits/balance');
  }

  /** Returns the record of the calling key and what is left of its limits. */
  key(): Promise<KeyRecord> {
    return this.get('/key');
  }

  async usage(
    query: { from?: string | Date; to?: string | Date; groupBy?: UsageGroup[] } = {},
  ): Promise<UsageItem[]> {
    const { groupBy, ...range } = query;
    const { items } = await this.get<Items<UsageItem>>('/usage', { ...range, groupBy: groupBy?.join(',') });
    return items;
  }

  /** Returns the models on offer with their prices and the JSON Schemas of their inputs. */
  async models(filter: { modality?: Modality; operation?: string } = {}): Promise<Model[]> {
    const { items } = await this.get<Items<Model>>('/models', filter);
    return items;
  }

  model(modelKey: string): Promise<Model> {
    return this.get(`/models/${encodeURIComponent(modelKey)}`);
  }

  endUser(externalUserId: string): Promise<EndUser> {
    return this.get(endUserPath(externalUserId));
  }

  /** Limits what one of your users may spend; `null` removes the limit. */
  async limitEndUser(externalUserId: string, spendLimit: SpendLimit | null): Promise<void> {
    const path = endUserPath(externalUserId);
    if (spendLimit) await this.transport.json({ method: 'PUT', path, json: { spendLimit } });
    else await this.transport.json({ method: 'DELETE', path });
  }

  private get<T>(path: string, query: object = {}, call: Partial<Call> = {}): Promise<T> {
    return this.transport.json<T>({ method: 'GET', path: path + search(query), ...call });
  }

  private list<Item>(path: string, { cursor: from, ...filter }: ListOptions): List<Item> {
    return new List<Item>((cursor) => this.get(path, { ...filter, limit: PAGE_SIZE, cursor }), from);
  }
}

function endUserPath(externalUserId: string): string {
  return `/end-users/${encodeURIComponent(externalUserId)}`;
}

function search(query: object): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query) as [string, unknown][])
    if (value !== undefined) params.append(name, value instanceof Date ? value.toISOString() : String(value));
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

function failure({ predictionId, error, creditsRefunded }: PredictionBody): GenerationFailedError {
  const { code, message, retryable } = error ?? {
    code: 'internal_error',
    message: 'It failed.',
    retryable: false,
  };
  return new GenerationFailedError(message, code, predictionId, retryable, creditsRefunded);
}

function environment(name: string): string | undefined {
  const value = typeof process === 'undefined' ? undefined : process.env[name];
  return value === '' ? undefined : value;
}

function isBrowser(): boolean {
  const { window } = globalThis as { window?: { document?: unknown } };
  return window?.document !== undefined;
}
