/**
 * HTTP to one engine. Says apart what an adapter must know apart: the request was never sent, or its answer was lost.
 * It repeats nothing, follows no redirect, and sends the secret to the engine's own origins only.
 */
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { Transform } from 'node:stream';
import { Agent, type Dispatcher, type FormData, request } from 'undici';
import { isNeverSent } from './never-sent.js';

/** The request did not leave this machine, or nobody took it: it may be sent again without any doubt. */
export class NotSent extends Error {
  constructor(
    /** Nobody listens there, the name does not exist: what an operator has to mend. */
    readonly operatorSide: boolean,
    message: string,
    cause: unknown,
  ) {
    super(message, { cause });
    this.name = 'NotSent';
  }
}

/** The request was sent, wholly or in part, and no complete answer came: the engine may have acted on it. */
export class AnswerLost extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'AnswerLost';
  }
}

export interface EngineRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the engine's address, with a leading slash; or an absolute address that the engine gave. */
  url: string;
  query?: Record<string, string | number | undefined>;
  headers?: Record<string, string>;
  /** One of these, or no body. */
  json?: unknown;
  form?: FormData;
  body?: Buffer | string;
  signal: AbortSignal;
  /** For everything, to the last byte. Default 60 s; long synchronous work gives more. */
  timeoutMs?: number;
  /** Of the answer's body. Default 64 MB. */
  maxBytes?: number;
  /**
   * A directory: a successful answer that is neither JSON nor text is written to a new file in it, and is in `file`.
   * What is more than `maxBytes` (here by default 2 GB) is cut off as an answer lost.
   */
  into?: string;
}

/** A complete answer, whatever its status. */
export interface EngineAnswer {
  status: number;
  ok: boolean;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  /** Empty when the body is in `file`. */
  text: string;
  /** The parsed body. @throws {AnswerLost} when it is not JSON: what the engine meant is not known. */
  json(): unknown;
  file: { path: string; contentType: string; bytes: number } | null;
}

const TIMEOUT_MS = 60_000;
const CONNECT_MS = 10_000;
/** Seconds without a byte after which the other side counts as gone; the first byte may take the whole timeout. */
const IDLE_MS = 30_000;
const MAX_BYTES = 64_000_000;
const MAX_FILE_BYTES = 2_000_000_000;

export class EngineClient {
  /** A submit never travels on a connection that may have died unnoticed: its loss would look like a lost answer. */
  private readonly fresh = new Agent({ pipelining: 0, connect: { timeout: CONNECT_MS }, headersTimeout: 0 });
  private readonly kept = new Agent({ connections: 64, connect: { timeout: CONNECT_MS }, headersTimeout: 0 });
  private readonly origin: string;

  /**
   * @param address of the engine, without a trailing slash; may have a path.
   * @param authorization headers that carry the secret, e.g. `{authorization: 'Bearer …'}`.
   * @param trusted further hosts that are the engine's own and get the secret too; `*.example.com` for all below one.
   */
  constructor(
    readonly address: string,
    private readonly authorization: Readonly<Record<string, string>> = {},
    private readonly trusted: readonly string[] = [],
  ) {
    this.origin = new URL(address).origin;
  }

  /** Whether an address that the engine gave is its own: only these are called with the secret. */
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

  /** Headers for a file of the engine's own; none for a file that lies elsewhere. */
  headersFor(url: string): Record<string, string> {
    return this.owns(url) ? { ...this.authorization } : {};
  }

  /** Host and port of the engine: an operator's own machine may have a private address, others may not. */
  get host(): string {
    return new URL(this.address).host;
  }

  /**
   * One exchange.
   * @throws {NotSent} {@link NotSent} @throws {AnswerLost} {@link AnswerLost}
   * @throws the reason of `signal`, when the caller has given up.
   */
  async exchange(wanted: EngineRequest): Promise<EngineAnswer> {
    const { method = 'GET', signal, timeoutMs = TIMEOUT_MS } = wanted;
    signal.throwIfAborted();
    const url = this.resolve(wanted);
    // Whole: what is left until a deadline is a fraction, which a timer of this kind throws at.
    const timeout = AbortSignal.timeout(Math.ceil(timeoutMs));
    try {
      const response = await request(url, {
        method,
        headers: { ...contentHeaders(wanted), ...this.headersFor(url.href), ...wanted.headers },
        body: bodyOf(wanted),
        dispatcher: method === 'GET' ? this.kept : this.fresh,
        signal: AbortSignal.any([signal, timeout]),
        bodyTimeout: IDLE_MS,
      });
      return await readAnswer(response, wanted);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof AnswerLost) throw error;
      const described = `${method} ${url.origin}${url.pathname}: ${describe(timeout.aborted ? timeout.reason : error)}`;
      const never = isNeverSent(error);
      if (never) throw new NotSent(never === 'operator', this.redact(described), error);
      throw new AnswerLost(this.redact(described), error);
    }
  }

  /** Takes our secrets out of a text that is going to be logged, and bounds its length. */
  redact(text: string): string {
    return Object.values(this.authorization)
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

/** A header's value, the secret in it, and for Basic what it was made of: the longest first. */
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

async function readAnswer(
  { statusCode: status, headers: raw, body }: Dispatcher.ResponseData,
  { into, maxBytes }: EngineRequest,
): Promise<EngineAnswer> {
  const headers = Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
  const ok = status >= 200 && status < 300;
  const contentType = (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
  if (ok && into !== undefined && !/json|^text\//.test(contentType)) {
    const file = await writeBody(body, join(into, randomUUID()), maxBytes ?? MAX_FILE_BYTES);
    return { status, ok, headers, text: '', json: () => notJson(status), file: { ...file, contentType } };
  }
  const text = await readBody(body, maxBytes ?? MAX_BYTES);
  return { status, ok, headers, text, json: () => parse(text, status), file: null };
}

async function readBody(body: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new AnswerLost(`an answer of more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function writeBody(
  body: NodeJS.ReadableStream,
  path: string,
  maxBytes: number,
): Promise<{ path: string; bytes: number }> {
  let bytes = 0;
  const bound = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(new AnswerLost(`an answer of more than ${maxBytes} bytes`));
      else done(null, chunk);
    },
  });
  try {
    await pipeline(body, bound, createWriteStream(path, { flags: 'wx' }));
    return { path, bytes };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

function parse(text: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return notJson(status);
  }
}

function notJson(status: number): never {
  throw new AnswerLost(`an answer with status ${status} that is not JSON`);
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error as { code?: string }).code;
  return code ? `${code} ${error.message}` : error.message;
}
