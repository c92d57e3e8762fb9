/**
 * Answers a request for a stored file with everything HTTP has for that: conditions, ranges, caching until the link
 * expires, and headers under which a browser shows the file but runs nothing in it. Works on the storage port alone,
 * so an object store delivers exactly as the local disk does.
 */
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AppError } from '../../errors/index.js';
import { contentTypeOfName } from '../inspection/content-type.js';
import { AssetMissing } from '../storage/asset-errors.js';
import { type AssetFacts, AssetStorage, type ByteRange } from '../storage/asset-storage.js';
import { type LinkParts, SignedLinks } from './signed-links.js';
import { Thumbnails } from './thumbnails.js';

@Injectable()
export class AssetDelivery {
  private readonly logger = new Logger('assets');

  constructor(
    private readonly storage: AssetStorage,
    private readonly links: SignedLinks,
    private readonly thumbnails: Thumbnails,
  ) {}

  /**
   * A link that was never ours and a file that is gone get the same 404, so that names cannot be probed.
   * @throws {AppError} `not_found`, `link_expired` or `range_not_satisfiable`.
   */
  async send(link: LinkParts, request: Request, response: Response): Promise<void> {
    const verdict = this.links.verify(link.name, link.expires, link.signature, new Date());
    if (verdict === 'bad') throw new AppError('not_found');
    if (verdict === 'expired') throw new AppError('link_expired');
    const facts = await this.find(link.name);
    if (!facts) throw new AppError('not_found');

    const headers = describe(link, facts);
    if (isUnchanged(request, response, headers)) {
      response.status(304).set(headers).end();
      return;
    }
    const range = chooseRange(request, facts, headers);
    if (request.method === 'HEAD') {
      startAnswer(response, facts, headers, range).end();
      return;
    }
    await this.stream(link, facts, headers, range, response);
  }

  /** A thumbnail is made the first time that it is asked for. */
  private async find(name: string): Promise<AssetFacts | null> {
    const facts = await this.storage.stat(name);
    if (facts || !(await this.thumbnails.make(name))) return facts;
    return this.storage.stat(name);
  }

  private async stream(
    { name }: LinkParts,
    facts: AssetFacts,
    headers: Headers,
    range: ByteRange | undefined,
    response: Response,
  ): Promise<void> {
    const opened = await this.storage.open(name, range).catch((error: unknown) => {
      throw error instanceof AssetMissing ? new AppError('not_found', { cause: error }) : error;
    });
    // Replaced since we looked: the headers would describe another file than the bytes.
    if (opened.bytes !== facts.bytes || opened.modifiedAt.getTime() !== facts.modifiedAt.getTime()) {
      opened.stream.destroy();
      throw new AppError('service_unavailable', { headers: { 'Retry-After': '1' } });
    }
    startAnswer(response, facts, headers, range);
    try {
      await pipeline(opened.stream, response);
    } catch (error) {
      // The status is out already; the connection was cut, which is how a reader learns that bytes are missing.
      const left = (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
      if (!left) this.logger.warn({ asset: name, error: String(error) });
    }
  }
}

type Headers = Record<string, string>;

function describe({ name, expires }: LinkParts, facts: AssetFacts): Headers {
  const secondsLeft = Math.max(0, Math.floor(Number(expires) - Date.now() / 1000));
  // Letters, digits and `._-` by the rule for names: nothing in it needs quoting.
  const filename = name.split('/').slice(-2).join('-');
  return {
    'Content-Type': contentTypeOfName(name),
    'Accept-Ranges': 'bytes',
    ETag: tagOf(name, facts),
    'Last-Modified': facts.modifiedAt.toUTCString(),
    'Cache-Control': `private, max-age=${secondsLeft}`,
    'Content-Disposition': `inline; filename="${filename}"`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    // The link is the whole permission, no cookie is involved: pages of any origin may show and load the file.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Access-Control-Allow-Origin': '*',
  };
}

/** Strong: a stored file is replaced as a whole or not at all, and each replacement has its own time. */
function tagOf(name: string, facts: AssetFacts): string {
  const hash = createHash('sha256').update(`${name}\n${facts.bytes}\n${facts.modifiedAt.getTime()}`);
  return `"${hash.digest('base64url').slice(0, 27)}"`;
}

/** Express compares the request with the answer's own headers, so these two have to be set for the question. */
function isUnchanged(request: Request, response: Response, headers: Headers): boolean {
  response.set({ ETag: headers['ETag'], 'Last-Modified': headers['Last-Modified'] });
  const unchanged = request.fresh;
  // An error may still follow, and must not carry the file's tag.
  response.removeHeader('ETag');
  response.removeHeader('Last-Modified');
  return unchanged;
}

/** A single range, or undefined for the whole file: several at once, or a header we cannot read, may be ignored. */
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

function startAnswer(
  response: Response,
  facts: AssetFacts,
  headers: Headers,
  range: ByteRange | undefined,
): Response {
  response.status(range ? 206 : 200).set(headers);
  if (range) response.set('Content-Range', `bytes ${range.start}-${range.end}/${facts.bytes}`);
  return response.set('Content-Length', String(range ? range.end - range.start + 1 : facts.bytes));
}
