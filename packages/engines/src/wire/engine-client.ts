/**
 * Distinguishes "request never sent" from "sent, response lost"; adapters need the difference. The client retries nothing, follows no
 * redirect, and sends the secret only to the engine's own origins.
 */
import { isAscii } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Agent, type Dispatcher, type FormData, request } from 'undici';
import { AnswerLost, AnswerUnusable, NotSent } from './exchange-errors.js';
import { parseJson } from './json.js';
import { traceHeadersOf } from './trace-headers.js';
import { unsentReason } from './unsent.js';

/** What authorises requests in place of a fixed secret, such as a token that an issuer hands out. */
export interface EngineToken {
  /** Returns the headers of the next request. When it throws, the request is not sent. */
  headers(): Promise<Record<string, string>>;
  /** Returns everything that no log may contain. */
  secrets(): string[];
}

export interface EngineRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** A path below the engine's address, with a leading slash, or an absolute URL that the engine returned. */
  url: string;
  query?: Record<string, string | number | undefined>;
  headers?: Record<string, string>;
  /** Set at most one of `json`, `form` and `body`. */
  json?: unknown;
  form?: FormData;
  body?: Buffer | string;
  signal: AbortSignal;
  /** Bounds the whole exchange, to the last byte. Default 60 s; synchronous generation needs more. */
  timeoutMs?: number;
  /** The largest response body. Default 64 MB. */
  maxBytes?: number;
  /**
   * A directory. The body of a successful response is written to a new file in it, named by `file`, unless it is text by its content,
   * whatever its declared type. A body larger than `maxBytes` (here 2 GB by default) aborts with `AnswerUnusable`.
   */
  into?: string;
}

/** A complete response of any status. */
export interface EngineResponse {
  status: number;
  ok: boolean;
  /** Names are in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Empty when the body is in `file`; its length in words when it is not text, so that no log has binary data. */
  text: string;
  /** Parses the body. @throws {AnswerUnusable} when it is not JSON: the outcome at the engine is unknown. */
  json(): unknown;
  file: { path: string; contentType: string; bytes: number } | null;
}

const TIMEOUT_MS = 60_000;
const CONNECT_MS = 10_000;
/** No server closes an idle connection so soon: those of Node.js and uvicorn wait for 5 s, gunicorn for 2 s. */
const SUBMIT_IDLE_MS = 500;
/** After this silence between two chunks the connection counts as dead. The first byte may take the whole timeout. */
const IDLE_MS = 30_000;
const MAX_BYTES = 64_000_000;
const MAX_FILE_BYTES = 2_000_000_000;
/** So many bytes of a body decide whether it is text. */
const HEAD_BYTES = 512;
/** Begins the colours of a terminal, which logs have. */
const ESCAPE = 0x1b;

export class EngineClient {
  /** A submit on a connection that its server has just closed would look like a lost response. */
  private readonly forSubmits = new Agent({
    keepAliveTimeout: SUBMIT_IDLE_MS,
    keepAliveMaxTimeout: SUBMIT_IDLE_MS,
    connect: { timeout: CONNECT_MS },
    headersTimeout: 0,
  });
  private readonly pooled = new Agent({
    connections: 64,
    connect: { timeout: CONNECT_MS },
    headersTimeout: 0,
  });
  private readonly origin: string;

  /**
   * @param address of the engine, without a trailing slash; may have a path.
   * @param authorization headers that carry the secret, e.g. `{authorization: 'Bearer …'}`.
   * @param trusted additional hosts of the engine, which also receive the secret; `*.example.com` covers all subdomains.
   * @param token authorises requests in place of a fixed secret.
   */
  constructor(
    readonly address: string,
    private readonly authorization: Readonly<Record<string, string>> = {},
    private readonly trusted: readonly string[] = [],
    private readonly token: EngineToken | null = null,
  ) {
    this.origin = new URL(address).origin;
  }

  /** Only URLs of the engine are called with the secret. */
  owns(url: string): boolean {
    if (!URL.canParse(url)) return false;
    const { origin, hostname, protocol } = new URL(url);
    if (origin === this.origin) return true;
    return (
      protocol === 'https:' &&
      this.trusted.some((host) =>
        host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host,
      )
    );
  }

  /** Returns none for a URL that is not the engine's. */
  async headersFor(url: string): Promise<Record<string, string>> {
    return this.owns(url) ? { ...this.authorization, ...(await this.token?.headers()) } : {};
  }

  /** Host and port of the engine. Only this host may have a private address. */
  get host(): string {
    return new URL(this.address).host;
  }

  /**
   * Sends one request and reads its response.
   * @throws {NotSent} {@link NotSent} @throws {AnswerLost} {@link AnswerLost}
   * @throws the reason of `signal` when it is aborted.
   */
  async exchange(exchangeRequest: EngineRequest): Promise<EngineResponse> {
    const { method = 'GET', signal, timeoutMs = TIMEOUT_MS } = exchangeRequest;
    signal.throwIfAborted();
    const url = this.resolve(exchangeRequest);
    // `AbortSignal.timeout` throws on a fraction, and the time left until a deadline is one.
    const timeout = AbortSignal.timeout(Math.ceil(timeoutMs));
    const authorization = await this.authorize(url.href);
    try {
      const response = await request(url, {
        method,
        headers: {
          ...traceHeadersOf(signal),
          ...contentHeaders(exchangeRequest),
          ...authorization,
          ...exchangeRequest.headers,
        },
        body: bodyOf(exchangeRequest),
        dispatcher: method === 'GET' ? this.pooled : this.forSubmits,
        signal: AbortSignal.any([signal, timeout]),
        bodyTimeout: IDLE_MS,
      });
      return await readResponse(response, exchangeRequest);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof AnswerLost || isOfDisk(error)) throw error;
      const described = `${method} ${url.origin}${url.pathname}: ${describe(timeout.aborted ? timeout.reason : error)}`;
      const unsent = unsentReason(error);
      if (unsent) throw new NotSent(unsent === 'operator', this.redact(described), error);
      throw new AnswerLost(this.redact(described), error);
    }
  }

  /** Outside of the exchange: what fails here was never sent. @throws {NotSent} */
  private async authorize(url: string): Promise<Record<string, string>> {
    try {
      return await this.headersFor(url);
    } catch (error) {
      throw new NotSent(false, this.redact(`no token: ${describe(error)}`), error);
    }
  }

  /** Removes our secrets from a text for the log and bounds its length. */
  redact(text: string): string {
    return [...Object.values(this.authorization), ...(this.token?.secrets() ?? [])]
      .flatMap(formsOf)
      .filter((secret) => secret.length >= 4)
      .reduce((clean, secret) => clean.replaceAll(secret, '[redacted]'), text)
      .slice(0, 1_000);
  }

  private resolve({ url, query = {} }: EngineRequest): URL {
    const target = new URL(url.startsWith('/') ? `${this.address}${url}` : url);
    if (!this.owns(target.href)) throw new Error(`not an address of the engine: ${target.origin}`);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) target.searchParams.set(name, String(value));
    }
    return target;
  }
}

/** Returns a header value, the secret in it, and for Basic the decoded credentials: the longest first. */
function formsOf(value: string): string[] {
  const secret = value.split(' ').at(-1)!;
  if (!value.startsWith('Basic ')) return [value, secret];
  const plain = Buffer.from(secret, 'base64').toString('utf8');
  return [value, secret, plain, plain.slice(plain.indexOf(':') + 1)];
}

function contentHeaders({ json }: EngineRequest): Record<string, string> {
  return json === undefined
    ? { 'user-agent': 'offprint' }
    : { 'user-agent': 'offprint', 'content-type': 'application/json' };
}

function bodyOf({ json, form, body }: EngineRequest): string | Buffer | FormData | undefined {
  return json === undefined ? (form ?? body) : JSON.stringify(json);
}

async function readResponse(
  { statusCode: status, headers: raw, body }: Dispatcher.ResponseData,
  { into, maxBytes }: EngineRequest,
): Promise<EngineResponse> {
  const headers = Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
  const ok = status >= 200 && status < 300;
  if (ok && into !== undefined) {
    const { path, bytes, head } = await writeBody(body, join(into, randomUUID()), maxBytes ?? MAX_FILE_BYTES);
    if (!isText(head)) {
      const contentType = (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
      return {
        status,
        ok,
        headers,
        text: '',
        json: () => notJson(status),
        file: { path, contentType, bytes },
      };
    }
    const text = bytes <= MAX_BYTES ? await readFile(path, 'utf8') : null;
    await rm(path, { force: true });
    if (text === null) throw new AnswerUnusable(`an answer of more than ${MAX_BYTES} bytes of text`);
    return { status, ok, headers, text, json: () => parse(text, status), file: null };
  }
  const text = await readBody(body, maxBytes ?? MAX_BYTES);
  return { status, ok, headers, text, json: () => parse(text, status), file: null };
}

async function readBody(body: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new AnswerUnusable(`an answer of more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const whole = Buffer.concat(chunks);
  // A file in base64 is ASCII, which is taken over as it is.
  const encoding = isAscii(whole) ? 'latin1' : 'utf8';
  return isText(whole.subarray(0, HEAD_BYTES))
    ? whole.toString(encoding)
    : `${bytes} bytes that are not text`;
}

/** Every file that can be a result has such a byte among its first ones; no text in UTF-8 or Latin-1 has. */
function isText(head: Buffer): boolean {
  return !head.some((byte) => byte < 0x09 || (byte > 0x0d && byte < 0x20 && byte !== ESCAPE));
}

async function writeBody(
  body: NodeJS.ReadableStream,
  path: string,
  maxBytes: number,
): Promise<{ path: string; bytes: number; head: Buffer }> {
  let bytes = 0;
  let head: Buffer = Buffer.alloc(0);
  const bound = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
      if (bytes > maxBytes) done(new AnswerUnusable(`an answer of more than ${maxBytes} bytes`));
      else done(null, chunk);
    },
  });
  try {
    await pipeline(body, bound, createWriteStream(path, { flags: 'wx' }));
    return { path, bytes, head };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** A disk that cannot be written has one of these error codes. */
const DISK_CODES = new Set(['ENOSPC', 'EROFS', 'EDQUOT', 'EIO', 'EACCES', 'ESTALE']);

/** The response arrived, and our own disk did not take it: no error of the engine. */
function isOfDisk(error: unknown): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return (syscall === 'open' || syscall === 'write') && DISK_CODES.has(code ?? '');
}

function parse(text: string, status: number): unknown {
  try {
    return parseJson(text);
  } catch {
    return notJson(status);
  }
}

function notJson(status: number): never {
  throw new AnswerUnusable(`an answer with status ${status} that is not JSON`);
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error as { code?: string }).code;
  return code ? `${code} ${error.message}` : error.message;
}
