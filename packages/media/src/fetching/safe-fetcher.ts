/**
 * Fetches URLs that others have chosen. It never connects to the internal network (except to hosts that the operator allowed), and bounds
 * size and time. It detects the type of the response by its content. It stores no cookies, ignores proxy settings and reuses no connection.
 */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client, Dispatcher } from 'undici';
import { writeNewFile, type WrittenFile } from '../files/file-writing.js';
import {
  type ContentFamily,
  findOtherType,
  type FoundContent,
  sniffContent,
  sniffResult,
} from '../inspection/content-type.js';
import { httpLibrary } from '../libraries/library-loading.js';
import { withoutCoding } from './content-coding.js';
import { FetchRefused, isConnectError, toFetchError, tooLargeError } from './fetch-refused.js';
import {
  chooseTarget,
  type FetchPolicy,
  type FetchScheme,
  type FetchTarget,
  parseRedirect,
  parseUrl,
} from './fetch-target.js';
import { OutsideNetwork, type ResolvedAddress } from './outside-network.js';
import { rejectOnAbort } from './reject-on-abort.js';

export interface FetchOptions {
  /** Directory of the new file. The caller removes the file. */
  directory: string;
  maxBytes: number;
  /** Limit for the whole fetch, from the lookup to the last byte. */
  timeoutSeconds: number;
  /** `public`, or also the operator's hosts (`host` or `host:port`), which may have private addresses. */
  allow: 'public' | readonly string[];
  accept: readonly ContentFamily[];
  /** What is fetched was paid for: types are kept that are no inputs. */
  isResult?: boolean;
  /** Default: https only. */
  schemes?: readonly FetchScheme[];
  /** Sent only to the origin of the given URL, not after a redirect to another origin. */
  headers?: Readonly<Record<string, string>>;
  /** Limit for the time without a received byte. Default 15. */
  idleSeconds?: number;
  signal?: AbortSignal;
}

export interface FetchedFile extends WrittenFile {
  path: string;
  /** The type, detected by content. */
  found: FoundContent;
  /** The URL after redirects. */
  finalUrl: string;
}

const MAX_REDIRECTS = 5;
const MAX_HEADER_BYTES = 32 * 1024;
const DEFAULT_IDLE_SECONDS = 15;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** `options.headers` may add credentials only. */
const RESERVED_HEADERS = new Set([
  'host',
  'accept-encoding',
  'connection',
  'content-length',
  'transfer-encoding',
  'cookie',
  'range',
]);

export class SafeFetcher {
  /** @param userAgent sent with every request; none by default. */
  constructor(
    private readonly network: OutsideNetwork,
    private readonly userAgent?: string,
  ) {}

  /**
   * Fetches a URL to a new file. @throws {FetchRefused} when the URL or its server is at fault.
   * @throws {MediaError} `disk`; other errors of this machine. @throws the reason of `signal` after an abort.
   */
  async fetchToFile(url: string, options: FetchOptions): Promise<FetchedFile> {
    options.signal?.throwIfAborted();
    const deadline = new AbortController();
    const timer = setTimeout(
      () => deadline.abort(new FetchRefused('timeout')),
      options.timeoutSeconds * 1000,
    );
    const onAbort = () => deadline.abort(options.signal?.reason);
    options.signal?.addEventListener('abort', onAbort, { once: true });
    try {
      return await this.fetchFollowingRedirects(url, options, deadline.signal);
    } catch (error) {
      // After the deadline or an abort, other errors are only its consequences.
      throw deadline.signal.aborted ? deadline.signal.reason : error;
    } finally {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', onAbort);
    }
  }

  private async fetchFollowingRedirects(
    text: string,
    options: FetchOptions,
    signal: AbortSignal,
  ): Promise<FetchedFile> {
    const policy: FetchPolicy = {
      schemes: options.schemes ?? ['https'],
      trustedHosts: options.allow === 'public' ? [] : options.allow,
    };
    const first = parseUrl(text, policy);
    let url = first;
    let mayTrust = true;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const target: FetchTarget = await rejectOnAbort(
        chooseTarget(url, policy, this.network, mayTrust),
        signal,
      );
      mayTrust = target.trusted;
      const headers = url.origin === first.origin ? options.headers : undefined;
      const outcome = await this.fetchTarget(target, { ...options, headers }, signal);
      if (!('location' in outcome)) return outcome;
      url = parseRedirect(outcome.location, url, policy);
    }
    throw new FetchRefused('bad_status', { publicMessage: 'The address redirects too often.' });
  }

  /** Takes the first address that accepts a connection. */
  private async fetchTarget(
    target: FetchTarget,
    options: FetchOptions,
    signal: AbortSignal,
  ): Promise<FetchedFile | { location: string }> {
    let failure: unknown;
    for (const address of target.addresses) {
      const client = this.connect(target.url, address, options);
      try {
        const response = await this.sendRequest(client, target.url, options, signal);
        return await handleResponse(response, target.url, options);
      } catch (error) {
        if (!isConnectError(error)) throw toFetchError(error);
        failure = error;
      } finally {
        await client.destroy();
      }
    }
    throw toFetchError(failure);
  }

  private connect(url: URL, address: ResolvedAddress, options: FetchOptions): Client {
    const idleMs = (options.idleSeconds ?? DEFAULT_IDLE_SECONDS) * 1000;
    const { Client } = httpLibrary();
    return new Client(url.origin, {
      connect: this.network.connector(address),
      headersTimeout: idleMs,
      bodyTimeout: idleMs,
      maxHeaderSize: MAX_HEADER_BYTES,
      pipelining: 1,
    });
  }

  private sendRequest(
    client: Client,
    url: URL,
    options: FetchOptions,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const addedHeaders = Object.entries(options.headers ?? {}).filter(
      ([name]) => !RESERVED_HEADERS.has(name.toLowerCase()),
    );
    return client.request({
      method: 'GET',
      path: `${url.pathname}${url.search}`,
      // No compression is requested: media are compressed already.
      headers: {
        accept: '*/*',
        ...(this.userAgent === undefined ? {} : { 'user-agent': this.userAgent }),
        ...Object.fromEntries(addedHeaders),
        'accept-encoding': 'identity',
      },
      signal,
    });
  }
}

async function handleResponse(
  response: Dispatcher.ResponseData,
  url: URL,
  options: FetchOptions,
): Promise<FetchedFile | { location: string }> {
  const { statusCode, headers } = response;
  // Destroying the client emits an error on an unread body; without a listener it would be uncaught.
  response.body.on('error', () => undefined);
  const location = firstValue(headers['location']);
  if (REDIRECTS.has(statusCode) && location) return { location };
  if (statusCode === 404 || statusCode === 410) throw new FetchRefused('not_found', { status: statusCode });
  if (statusCode !== 200) throw new FetchRefused('bad_status', { status: statusCode });
  if (Number(firstValue(headers['content-length']) ?? 0) > options.maxBytes)
    throw tooLargeError(options.maxBytes);
  const coding = [headers['content-encoding'] ?? ''].flat().join(',');
  return saveBody(withoutCoding(response.body, coding, options.maxBytes), url, options);
}

async function saveBody(
  body: AsyncIterable<Uint8Array>,
  url: URL,
  options: FetchOptions,
): Promise<FetchedFile> {
  const path = join(options.directory, `fetched-${randomUUID()}`);
  const written = await writeNewFile(path, body, { maxBytes: options.maxBytes });
  try {
    const found = await (options.isResult ? sniffResult : sniffContent)(path);
    if (!found || !options.accept.includes(found.family)) {
      const otherType = found?.contentType ?? (await findOtherType(path)) ?? undefined;
      throw new FetchRefused('wrong_type', { otherType });
    }
    return { path, found, finalUrl: url.href, ...written };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

function firstValue(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
