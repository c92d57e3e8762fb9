/** The header is only a claim: servers name no coding in many ways (`aws-chunked`, `none`, empty), and name one for a plain body. */
import { Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { sniffResult } from '../inspection/content-type.js';
import { FetchRefused, tooLargeError } from './fetch-refused.js';

/** `sniffResult` needs so many. */
const HEAD_BYTES = 4100;
/** Servers that compress a file that is compressed already exist; more codings are an attack. */
const MAX_CODINGS = 2;

/** Only the header says these codings: gzip has a magic number. */
const STATED: Readonly<Record<string, (head: Uint8Array) => Transform>> = {
  // Some servers send deflate without its header.
  deflate: (head) => (isZlib(head) ? createInflate() : createInflateRaw()),
  br: () => createBrotliDecompress(),
};

/**
 * Returns the body without its codings, as it arrives. A body whose first bytes are of a known type is not decoded, whatever the header
 * says; one that starts as gzip does is decoded, also without the header. The caller bounds the decoded bytes.
 * @param header value of `Content-Encoding`. @param maxBytes of the body as it is sent.
 * @throws {FetchRefused} from the body, when it does not decode or is too large.
 */
export async function* withoutCoding(
  body: AsyncIterable<Uint8Array>,
  header: string,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  const names = header.split(',').map((name) => name.split(';')[0]!.trim().toLowerCase());
  const stated = names.filter((name) => Object.hasOwn(STATED, name));
  let decoded: AsyncIterable<Uint8Array> = bounded(body, maxBytes);
  for (let codings = 0; codings < MAX_CODINGS; codings += 1) {
    const { head, chunks } = await peek(decoded);
    decoded = chunks;
    if ((await sniffResult(head)) !== null) break;
    const name = isGzip(head) ? 'gzip' : stated.pop();
    if (name === undefined) break;
    decoded = decode(chunks, name === 'gzip' ? createGunzip() : STATED[name]!(head));
  }
  yield* decoded;
}

const isGzip = ([first, second, method]: Uint8Array) => first === 0x1f && second === 0x8b && method === 8;

const isZlib = ([first = 0, second = 0]: Uint8Array) =>
  (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;

async function* bounded(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLargeError(maxBytes);
    yield chunk;
  }
}

/** `chunks` are the whole body, with the first bytes. */
async function peek(
  body: AsyncIterable<Uint8Array>,
): Promise<{ head: Uint8Array; chunks: AsyncIterable<Uint8Array> }> {
  const iterator = body[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let bytes = 0;
  let isDone = false;
  while (bytes < HEAD_BYTES && !isDone) {
    const next = await iterator.next();
    isDone = next.done === true;
    if (next.done) break;
    first.push(next.value);
    bytes += next.value.byteLength;
  }
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield* first;
    if (!isDone) yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { head: Buffer.concat(first), chunks: chunks() };
}

async function* decode(body: AsyncIterable<Uint8Array>, decoder: Transform): AsyncGenerator<Uint8Array> {
  const source = Readable.from(body, { objectMode: false });
  source.on('error', (error) => decoder.destroy(error));
  source.pipe(decoder);
  try {
    for await (const chunk of decoder) yield chunk as Uint8Array;
  } catch (error) {
    throw isDecoderError(error) ? brokenError(error) : error;
  } finally {
    source.destroy();
    decoder.destroy();
  }
}

/** Covers zlib and Brotli. */
function isDecoderError(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return code.startsWith('Z_') || code.startsWith('ERR__');
}

function brokenError(cause: unknown): FetchRefused {
  const publicMessage = 'The address answered with a compressed body that does not decode.';
  return new FetchRefused('wrong_type', { publicMessage, cause });
}
