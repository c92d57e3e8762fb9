/** Clients write `data:` URLs in many ways, so the claimed type and all parameters have no effect: the content decides. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { writeNewFile, type WrittenFile } from '../files/file-writing.js';
import { type ContentFamily, type FoundContent, sniffContent } from '../inspection/content-type.js';
import { brokenFileError, FileTooLarge } from '../media-error.js';

/** Covers type and parameters, whose quoted values can contain commas, up to the comma before the data. */
const HEADER = /^data:((?:[^",]|"(?:[^"\\]|\\.)*")*),/i;
const MAX_HEADER_LENGTH = 1024;
/** Covers both alphabets; a group of one character encodes no byte. */
const BASE64 = /^[\w+/-]*$/;
const NOT_BASE64 = 'The data after the comma of the data URL is not valid base64.';

export interface DataUrlFile extends WrittenFile {
  path: string;
  /** The type, detected by content. */
  found: FoundContent;
}

export interface DataUrlLimits {
  maxBytes: number;
  accept: readonly ContentFamily[];
  /** Of `accept`, for the message: `PNG or JPEG`. */
  kinds: string;
}

/**
 * Decodes a data URL to a new file. @throws {FileTooLarge} before anything is decoded.
 * @throws {MediaError} when it is malformed, or its content is of a type that is not accepted.
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
  { maxBytes, accept, kinds }: DataUrlLimits,
): Promise<{ bytes: Buffer; found: FoundContent }> {
  const problem = problemOfDataUrl(url);
  if (problem !== null) throw brokenFileError(`A data URL ${problem}.`);
  const bytes = decodeBase64(url.slice(headerOf(url)!.length), maxBytes);
  if (bytes.length === 0) throw brokenFileError('The data URL holds no data.');
  const found = await sniffContent(bytes);
  if (!found || !accept.includes(found.family))
    throw brokenFileError(`The data URL does not hold a file of a supported type: ${kinds}.`);
  return { bytes, found };
}

/** Returns why the text before the data cannot be used, or null. Decodes nothing. */
export function problemOfDataUrl(url: string): string | null {
  const header = headerOf(url);
  if (header === undefined) return 'must have a comma between its type and its data';
  return /;\s*base64\s*,$/i.test(header) ? null : 'must be in base64: data:<type>;base64,<data>';
}

function headerOf(url: string): string | undefined {
  return HEADER.exec(url.slice(0, MAX_HEADER_LENGTH))?.[0];
}

/**
 * Accepts either alphabet, with or without padding, line breaks or percent-encoding.
 * @throws {FileTooLarge} before it decodes. @throws {MediaError} for any other character, which Node would skip.
 */
function decodeBase64(body: string, maxBytes: number): Buffer {
  const text = (body.includes('%') ? unescape(body) : body)
    .replace(/[ \t\n\f\r]+/g, '')
    .replace(/={1,2}$/, '');
  if (text.length > Math.ceil((maxBytes * 4) / 3)) throw new FileTooLarge(maxBytes);
  if (!BASE64.test(text) || text.length % 4 === 1) throw brokenFileError(NOT_BASE64);
  return Buffer.from(text, 'base64');
}

/** Replaces characters of either alphabet, and white space. Others stay, and are no base64. */
function unescape(body: string): string {
  return body.replace(/%(2[bBdDfF]|3[dD]|5[fF]|0[9aAcCdD]|20)/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
