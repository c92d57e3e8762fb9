/**
 * Sends stored files with headers that keep a browser from executing anything in them, and caching until the link expires. It uses only the
 * storage port, so every storage delivers in the same way.
 */
import { hash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AppError } from '../../platform/errors/index.js';
import { contentTypeOfName } from '../media/media.js';
import { AssetMissing } from '../storage/asset-errors.js';
import {
  type AssetFacts,
  type AssetLink,
  AssetStorage,
  type ByteRange,
  type OpenedAsset,
} from '../storage/asset-storage.js';
import { errorOfMissingFile, ExpectedFiles } from './expected-files.js';
import { type LinkParts, SignedLinks } from './signed-links.js';
import { originalOf, Thumbnails } from './thumbnails.js';

@Injectable()
export class AssetDelivery {
  private readonly logger = new Logger('assets');

  constructor(
    private readonly storage: AssetStorage,
    private readonly links: SignedLinks,
    private readonly thumbnails: Thumbnails,
    private readonly expected: ExpectedFiles,
  ) {}

  /**
   * A forged link gets 404 whether the file exists or not, so that names cannot be probed. Behind a valid link, a missing file was removed,
   * or the storage has lost it.
   * @throws {AppError} `not_found`, `link_expired`, `file_removed`, `precondition_failed` or `range_not_satisfiable`.
   */
  async send(link: LinkParts, request: Request, response: Response): Promise<void> {
    const verdict = this.links.verify(link.name, link.expires, link.signature, new Date());
    if (verdict === 'bad') throw new AppError('not_found');
    if (verdict === 'expired') throw new AppError('link_expired');
    const target = isForRedirect(request) ? await this.targetOf(link) : null;
    if (!target && isForWholeFile(request)) await this.sendWhole(link, response);
    else await this.sendAsRequested(link, target, request, response);
  }

  /** Null: the service sends the file. */
  private async targetOf(link: LinkParts): Promise<AssetLink | null> {
    if (!this.storage.link) return null;
    const headers = headersOfName(link);
    return this.storage.link(link.name, {
      expiresAt: new Date(Number(link.expires) * 1000),
      contentType: headers['Content-Type'],
      contentDisposition: headers['Content-Disposition'],
      cacheControl: headers['Cache-Control'],
    });
  }

  /** Opens the file once: size and time come from the open file. */
  private async sendWhole(link: LinkParts, response: Response): Promise<void> {
    const opened = await this.open(link.name);
    writeHeaders(response, opened, headersOf(link, opened), undefined);
    await this.pipe(link.name, opened, response);
  }

  private async sendAsRequested(
    link: LinkParts,
    target: AssetLink | null,
    request: Request,
    response: Response,
  ): Promise<void> {
    const facts = await this.find(link.name);
    if (!facts) throw await this.errorOfMissing(link.name);

    const headers = headersOf(link, facts);
    if (!isExpected(request, facts, headers)) throw new AppError('precondition_failed');
    if (isUnchanged(request, response, headers)) {
      response.status(304).set(headers).end();
      return;
    }
    const range = chooseRange(request, facts, headers);
    if (request.method === 'HEAD') {
      writeHeaders(response, facts, headers, range).end();
      return;
    }
    if (target) {
      response.status(302).set(headersOfRedirect(target)).end();
      return;
    }
    await this.stream(link, facts, headers, range, response);
  }

  /** Creates a thumbnail on its first request. */
  private async find(name: string): Promise<AssetFacts | null> {
    const facts = await this.storage.stat(name);
    if (facts || !(await this.thumbnails.ensure(name))) return facts;
    return this.storage.stat(name);
  }

  /** Creates a thumbnail on its first request. @throws 404, 410 or 503. */
  private async open(name: string): Promise<OpenedAsset> {
    try {
      return await this.storage.open(name).catch(async (error: unknown) => {
        if (error instanceof AssetMissing && (await this.thumbnails.ensure(name)))
          return this.storage.open(name);
        throw error;
      });
    } catch (error) {
      throw error instanceof AssetMissing ? await this.errorOfMissing(name) : error;
    }
  }

  /** Returns 404 for the thumbnail of a file that has none. */
  private async errorOfMissing(name: string): Promise<AppError> {
    const original = originalOf(name);
    if (original !== null && (await this.storage.stat(original)) !== null) return new AppError('not_found');
    return errorOfMissingFile(this.expected, original ?? name);
  }

  private async stream(
    { name }: LinkParts,
    facts: AssetFacts,
    headers: Headers,
    range: ByteRange | undefined,
    response: Response,
  ): Promise<void> {
    const opened = await this.storage.open(name, range).catch(async (error: unknown) => {
      throw error instanceof AssetMissing ? await this.errorOfMissing(name) : error;
    });
    // Replaced since `stat`: the headers would describe another file than the bytes.
    if (opened.bytes !== facts.bytes || opened.modifiedAt.getTime() !== facts.modifiedAt.getTime()) {
      opened.stream.destroy();
      throw new AppError('service_unavailable', { headers: { 'Retry-After': '1' } });
    }
    writeHeaders(response, facts, headers, range);
    await this.pipe(name, opened, response);
  }

  private async pipe(name: string, opened: OpenedAsset, response: Response): Promise<void> {
    try {
      await pipeline(opened.stream, response);
    } catch (error) {
      // The status is already sent. The closed connection tells the reader that bytes are missing.
      const hasDisconnected = (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
      if (!hasDisconnected) this.logger.warn({ asset: name, error: String(error) });
    }
  }
}

/** Headers that need the facts of the file before its bytes. */
const CONDITIONS = [
  'range',
  'if-match',
  'if-unmodified-since',
  'if-none-match',
  'if-modified-since',
] as const;

type Headers = Record<string, string>;

function headersOfName({ name, expires }: LinkParts) {
  // Asset names contain only letters, digits and `._-`, so nothing needs escaping.
  const filename = name.split('/').slice(-2).join('-');
  return {
    'Content-Type': contentTypeOfName(name),
    'Cache-Control': `private, max-age=${secondsUntil(Number(expires) * 1000)}`,
    'Content-Disposition': `inline; filename="${filename}"`,
  };
}

function headersOf(link: LinkParts, facts: AssetFacts): Headers {
  return {
    ...headersOfName(link),
    'Accept-Ranges': 'bytes',
    ETag: etagOf(link.name, facts),
    'Last-Modified': facts.modifiedAt.toUTCString(),
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    // The link is the only credential, without cookies, so pages of any origin may load the file.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Access-Control-Allow-Origin': '*',
  };
}

/** A browser may keep the redirect until its target ends. */
function headersOfRedirect({ url, expiresAt }: AssetLink): Headers {
  return {
    Location: url,
    'Cache-Control': `private, max-age=${secondsUntil(expiresAt.getTime())}`,
    Vary: 'Sec-Fetch-Site',
    // Our link must not be sent to the storage.
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Access-Control-Allow-Origin': '*',
  };
}

function secondsUntil(timeMs: number): number {
  return Math.max(0, Math.floor((timeMs - Date.now()) / 1000));
}

/**
 * Returns whether a redirect may be the response. The signature of a target covers GET only. The content policy of the
 * dashboard blocks other origins, so the service sends the files of its own pages.
 */
function isForRedirect({ method, headers }: Request): boolean {
  return method === 'GET' && headers['sec-fetch-site'] !== 'same-origin';
}

/** The response is the whole file, whatever its size and time are. */
function isForWholeFile({ method, headers }: Request): boolean {
  return method === 'GET' && CONDITIONS.every((name) => headers[name] === undefined);
}

/** Files are replaced atomically, each with its own time, so the ETag is strong. */
function etagOf(name: string, facts: AssetFacts): string {
  const identity = `${name}\n${facts.bytes}\n${facts.modifiedAt.getTime()}`;
  return `"${hash('sha256', identity, 'base64url').slice(0, 27)}"`;
}

/** A date is ignored beside a tag, or when it is none (RFC 9110, 13.2.2). */
function isExpected({ headers: asked }: Request, { modifiedAt }: AssetFacts, headers: Headers): boolean {
  const tags = asked['if-match']?.split(',').map((tag) => tag.trim());
  if (tags) return tags.includes('*') || tags.includes(headers['ETag']!);
  const since = Date.parse(asked['if-unmodified-since'] ?? '');
  // Dates of headers have whole seconds.
  return Number.isNaN(since) || Math.floor(modifiedAt.getTime() / 1000) * 1000 <= since;
}

/** Express compares the conditions with the response's headers, which are set temporarily. */
function isUnchanged(request: Request, response: Response, headers: Headers): boolean {
  response.set({ ETag: headers['ETag'], 'Last-Modified': headers['Last-Modified'] });
  const isFresh = request.fresh;
  // An error may still follow and must not have the file's ETag.
  response.removeHeader('ETag');
  response.removeHeader('Last-Modified');
  return isFresh;
}

/** Undefined means the whole file. Ignores several ranges and unknown formats. */
function chooseRange(request: Request, facts: AssetFacts, headers: Headers): ByteRange | undefined {
  const condition = request.headers['if-range'];
  if (condition !== undefined && condition !== headers['ETag'] && condition !== headers['Last-Modified'])
    return undefined;
  const ranges = request.range(facts.bytes, { combine: true });
  if (ranges === -1) {
    throw new AppError('range_not_satisfiable', { headers: { 'Content-Range': `bytes */${facts.bytes}` } });
  }
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1)
    return undefined;
  return ranges[0];
}

function writeHeaders(
  response: Response,
  facts: AssetFacts,
  headers: Headers,
  range: ByteRange | undefined,
): Response {
  response.status(range ? 206 : 200).set(headers);
  if (range) response.set('Content-Range', `bytes ${range.start}-${range.end}/${facts.bytes}`);
  return response.set('Content-Length', String(range ? range.end - range.start + 1 : facts.bytes));
}
