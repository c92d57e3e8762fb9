/**
 * Decodes a `data:` URL to bytes or a file. Strict, because lenient parsers differ, and the checked content could then
 * differ from the used content: base64 only, no parameters, canonical padding, and the claimed type must be the real one.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
  claimsMatch,
  type ContentFamily,
  type FoundContent,
  sniffContent,
} from '../inspection/content-type.js';
import { AssetTooLarge, BrokenAsset } from '../storage/asset-errors.js';
import { writeNewFile, type WrittenFile } from '../storage/file-writing.js';

const HEADER = /^data:([a-z]+\/[a-z0-9][a-z0-9.+-]{0,63});base64$/i;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

export interface DataUrlFile extends WrittenFile {
  path: string;
  /** The type, detected by content. */
  found: FoundContent;
}

interface DataUrlLimits {
  maxBytes: number;
  accept: readonly ContentFamily[];
}

/**
 * Decodes a data URL to a new file.
 * @throws {AssetTooLarge} before anything is decoded.
 * @throws {BrokenAsset} when it is malformed, of a type that is not accepted, or not of the type it claims.
 */
export async function decodeDataUrl(
  url: string,
  options: DataUrlLimits & { directory: string },
): Promise<DataUrlFile> {
  const { bytes, found } = await readDataUrl(url, options);
  const path = join(options.directory, `data-${randomUUID()}`);
  const written = await writeNewFile(path, oneChunk(bytes), { maxBytes: options.maxBytes });
  return { path, found, ...written };
}

/** Decodes a data URL in memory. Throws as `decodeDataUrl` does. */
export async function readDataUrl(
  url: string,
  { maxBytes, accept }: DataUrlLimits,
): Promise<{ bytes: Buffer; found: FoundContent }> {
  const comma = url.indexOf(',', 0);
  const claimed = HEADER.exec(url.slice(0, Math.max(comma, 0)))?.[1];
  const body = url.slice(comma + 1);
  if (!claimed) throw new BrokenAsset('The data URL must have the form data:<type>;base64,<data>.');
  if (body.length > Math.ceil(maxBytes / 3) * 4) throw new AssetTooLarge(maxBytes);
  const bytes = decodeBase64(body);
  const found = await sniffContent(bytes);
  if (!found || !accept.includes(found.family)) {
    throw new BrokenAsset('The data URL does not hold a file of a supported type.');
  }
  if (!claimsMatch(claimed, found.contentType)) {
    throw new BrokenAsset('The data URL does not hold what its type says.');
  }
  return { bytes, found };
}

function decodeBase64(body: string): Buffer {
  const bytes = BASE64.test(body) ? Buffer.from(body, 'base64') : null;
  // Node skips invalid characters; only a text that encodes to itself was decoded completely.
  if (!bytes || bytes.toString('base64') !== body) throw new BrokenAsset('The data URL is not valid base64.');
  return bytes;
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
