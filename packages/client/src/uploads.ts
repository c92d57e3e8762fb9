/** What can be uploaded, as bodies of requests. */
import { OffprintError } from './errors.js';
import { nodeModule } from './node-module.js';
import type { RequestBody } from './transport.js';

/** A path, a file URL, bytes, a Blob or File, or a stream (of the web or of Node). */
export type UploadSource =
  | string
  | URL
  | ArrayBuffer
  | Uint8Array
  | Blob
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>;

export interface UploadBody {
  /** Returns the body of each attempt, which calls `onSent` for each piece that the connection takes. */
  body: (onSent: () => void) => RequestBody;
  headers: Record<string, string>;
  /** False for a stream, which can be read once. */
  isRepeatable: boolean;
}

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array> | ReadableStream<Uint8Array>;

/** Bytes that are handed to the connection at once: few enough for a slow line to take them within the time of a response. */
const PIECE_BYTES = 65_536;

/** Opens a source. The service finds the type by the content; `contentType` is a hint. */
export async function openUpload(
  source: UploadSource,
  contentType = 'application/octet-stream',
): Promise<UploadBody> {
  if (typeof source === 'string' || source instanceof URL)
    return openBlob(await openFile(source), contentType);
  if (source instanceof Blob) return openBlob(source, source.type || contentType);
  if (source instanceof ArrayBuffer) return openBytes(new Uint8Array(source), contentType);
  if (ArrayBuffer.isView(source)) return openBytes(source as Uint8Array<ArrayBuffer>, contentType);
  return {
    body: (onSent) => streamOf(source, onSent),
    headers: { 'Content-Type': contentType },
    isRepeatable: false,
  };
}

const openBlob = (blob: Blob, contentType: string) =>
  repeatable(blob, blob.size, () => slicesOf(blob), contentType);

const openBytes = (bytes: Uint8Array<ArrayBuffer>, contentType: string) =>
  repeatable(bytes, bytes.byteLength, () => [bytes], contentType);

function repeatable(whole: RequestBody, size: number, open: () => Chunks, contentType: string): UploadBody {
  const headers: Record<string, string> = { 'Content-Type': contentType };
  // What fits into one piece is sent as it is.
  if (size <= PIECE_BYTES) return { body: () => whole, headers, isRepeatable: true };
  headers['Content-Length'] = String(size);
  return { body: (onSent) => streamOf(open(), onSent), headers, isRepeatable: true };
}

/** Returns the file as a Blob, which is read from the disk while it is sent. */
async function openFile(path: string | URL): Promise<Blob> {
  if (typeof path === 'string' && /^(https?|data):/.test(path))
    throw new OffprintError(
      'An address needs no upload: give it to the model as it is.',
      'validation_failed',
    );
  const fs = await nodeModule('fs');
  // The first releases of Node 18 do not have it.
  const { openAsBlob } = fs as { openAsBlob?: typeof fs.openAsBlob };
  return openAsBlob ? openAsBlob(path) : new Blob([await fs.promises.readFile(path)]);
}

async function* slicesOf(blob: Blob): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < blob.size; from += PIECE_BYTES)
    yield new Uint8Array(await blob.slice(from, from + PIECE_BYTES).arrayBuffer());
}

/** Returns a stream of small pieces that calls `onSent` for each one that is taken. */
function streamOf(source: Chunks, onSent: () => void): ReadableStream<Uint8Array> {
  const iterator = piecesOf(source);
  return new ReadableStream(
    {
      async pull(controller) {
        onSent();
        const next = await iterator.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        await iterator.return();
      },
    },
    { highWaterMark: 0 },
  );
}

async function* piecesOf(source: Chunks): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of 'getReader' in source ? chunksOf(source) : source)
    for (let from = 0; from < chunk.length; from += PIECE_BYTES)
      yield chunk.subarray(from, from + PIECE_BYTES);
}

/** Streams of Safari's engine, and so of Bun's first releases, cannot be iterated over. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}
