/**
 * The one place that opens addresses which users or providers have given us. It never reaches the network it runs in
 * (unless the operator named the host), never holds more than the limit, and never outlives its deadline. What comes
 * back is judged by its content. It keeps no cookies, follows no proxy settings and reuses no connection.
 */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { Client, Dispatcher } from 'undici';
import { type ContentFamily, sniffContent } from '../inspection/content-type.js';
import { writeNewFile, type WrittenFile } from '../storage/file-writing.js';
import { FetchRefused, isNoConnection, nameNetworkError, tooLarge } from './fetch-refused.js';
import {
  chooseTarget,
  type FetchPolicy,
  type FetchScheme,
  type FetchTarget,
  parseRedirect,
  parseUrl,
} from './fetch-target.js';
import { httpLibrary } from './http-library.js';
import { OutsideNetwork, type ResolvedAddress } from './outside-network.js';

export interface FetchOptions {
  /** Where the file is put, under a name of the fetcher's own. The caller removes it. */
  directory: string;
  maxBytes: number;
  /** For everything together: lookup, redirects and the last byte. */
  timeoutSeconds: number;
  /** `public`, or the operator's own hosts (`host` or `host:port`) that are reached wherever they are. */
  allow: 'public' | readonly string[];
  accept: readonly ContentFamily[];
  /** Only https unless given. */
  schemes?: readonly FetchScheme[];
  /** Sent to the origin of the given URL only; a redirect to another origin goes without them. */
  headers?: Readonly<Record<string, string>>;
  /** Seconds without a single byte after which the other side counts as gone. Default 15. */
  idleSeconds?: number;
  signal?: AbortSignal;
}

export interface FetchedFile extends WrittenFile {
  path: string;
  /** By content. */
  contentType: string;
  /** After redirects. */
  finalUrl: string;
}

const MAX_REDIRECTS = 5;
const MAX_HEADER_BYTES = 32 * 1024;
const DEFAULT_IDLE_SECONDS = 15;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** The request is ours to shape: a caller's headers add credentials, they do not change where or how we ask. */
const OWN_HEADERS = new Set([
  'host',
  'accept-encoding',
  'connection',
  'content-length',
  'transfer-encoding',
  'cookie',
  'range',
]);

@Injectable()
export class SafeFetcher {
  constructor(private readonly network: OutsideNetwork) {}

  /**
   * @throws {FetchRefused} whatever the address did wrong.
   * @throws {StorageFull} when our own disk cannot take the file, or what else our own machine lacks.
   * @throws the reason of `signal`, when the caller has given up.
   */
  async fetchToFile(url: string, options: FetchOptions): Promise<FetchedFile> {
    options.signal?.throwIfAborted();
    const deadline = new AbortController();
    const timer = setTimeout(
      () => deadline.abort(new FetchRefused('timeout')),
      options.timeoutSeconds * 1000,
    );
    const giveUp = () => deadline.abort(options.signal?.reason);
    options.signal?.addEventListener('abort', giveUp, { once: true });
    try {
      return await this.followToFile(url, options, deadline.signal);
    } catch (error) {
      // Once the time is up, the reason is that, whatever broke because of it.
      throw deadline.signal.aborted ? deadline.signal.reason : error;
    } finally {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', giveUp);
    }
  }

  private async followToFile(text: string, options: FetchOptions, signal: AbortSignal): Promise<FetchedFile> {
    const policy: FetchPolicy = {
      schemes: options.schemes ?? ['https'],
      trustedHosts: options.allow === 'public' ? [] : options.allow,
    };
    const first = parseUrl(text, policy);
    let url = first;
    let mayTrust = true;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const target: FetchTarget = await unlessAborted(
        chooseTarget(url, policy, this.network, mayTrust),
        signal,
      );
      mayTrust = target.trusted;
      const headers = url.origin === first.origin ? options.headers : undefined;
      const outcome = await this.ask(target, { ...options, headers }, signal);
      if (!('location' in outcome)) return outcome;
      url = parseRedirect(outcome.location, url, policy);
    }
    throw new FetchRefused('bad_status', { publicMessage: 'The address redirects too often.' });
  }

  /** One request to one address after the other until one takes the connection. */
  private async ask(
    target: FetchTarget,
    options: FetchOptions,
    signal: AbortSignal,
  ): Promise<FetchedFile | { location: string }> {
    let failure: unknown;
    for (const address of target.addresses) {
      const client = this.connect(target.url, address, options);
      try {
        const response = await requestFrom(client, target.url, options, signal);
        return await receive(response, target.url, options);
      } catch (error) {
        if (!isNoConnection(error)) throw nameNetworkError(error);
        failure = error;
      } finally {
        await client.destroy();
      }
    }
    throw nameNetworkError(failure);
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
}

function requestFrom(
  client: Client,
  url: URL,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const added = Object.entries(options.headers ?? {}).filter(
    ([name]) => !OWN_HEADERS.has(name.toLowerCase()),
  );
  return client.request({
    method: 'GET',
    path: `${url.pathname}${url.search}`,
    // A compressed answer could unpack to any size behind the byte limit, so none is asked for.
    headers: {
      accept: '*/*',
      'user-agent': 'offprint',
      ...Object.fromEntries(added),
      'accept-encoding': 'identity',
    },
    signal,
  });
}

async function receive(
  response: Dispatcher.ResponseData,
  url: URL,
  options: FetchOptions,
): Promise<FetchedFile | { location: string }> {
  const { statusCode, headers } = response;
  // Destroying the client ends a body that is not read; its error then has nobody else to go to.
  response.body.on('error', () => undefined);
  const location = single(headers['location']);
  if (REDIRECTS.has(statusCode) && location) return { location };
  if (statusCode === 404 || statusCode === 410) throw new FetchRefused('not_found', { status: statusCode });
  if (statusCode !== 200) throw new FetchRefused('bad_status', { status: statusCode });
  const encoding = single(headers['content-encoding'])?.toLowerCase() ?? 'identity';
  if (encoding !== 'identity') {
    throw new FetchRefused('wrong_type', { publicMessage: 'The address answered with a compressed body.' });
  }
  if (Number(single(headers['content-length']) ?? 0) > options.maxBytes) throw tooLarge(options.maxBytes);
  return keep(response.body, url, options);
}

async function keep(body: AsyncIterable<Uint8Array>, url: URL, options: FetchOptions): Promise<FetchedFile> {
  const path = join(options.directory, `fetched-${randomUUID()}`);
  const written = await writeNewFile(path, body, { maxBytes: options.maxBytes });
  try {
    const found = await sniffContent(path);
    if (!found || !options.accept.includes(found.family)) throw new FetchRefused('wrong_type');
    return { path, contentType: found.contentType, finalUrl: url.href, ...written };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

/** Rejects with the signal's reason as soon as it fires; a lookup itself cannot be called off. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
  });
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
