/** What can be uploaded, as bodies of requests. */
import { OffprintError } from './errors.js';
import type { RequestBody } from './transport.js';

/** A path, a file URL, bytes, a Blob or File, or a stream (of the web or of Node). */
export type UploadSource =
  string | URL | ArrayBuffer | Uint8Array | Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

export interface UploadBody {
  /** Returns the body of each attempt. */
  body: () => RequestBody;
  contentType: string;
  /** False for a stream, which can be read once. */
  isRepeatable: boolean;
}

/** Opens a source. The service finds the type by the content; `contentType` is a hint. */
export async function openUpload(
  source: UploadSource,
  contentType = 'application/octet-stream',
): Promise<UploadBody> {
  if (typeof source === 'string' || source instanceof URL)
    return repeatable(await openFile(source), contentType);
  if (source instanceof Blob) return repeatable(source, source.type || contentType);
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source))
    return repeatable(source as RequestBody, contentType);
  const stream = source instanceof ReadableStream ? source : streamOf(source);
  return { body: () => stream, contentType, isRepeatable: false };
}

function repeatable(body: RequestBody, contentType: string): UploadBody {
  return { body: () => body, contentType, isRepeatable: true };
}

/** Returns the file as a Blob, which is read from the disk while it is sent. */
async function openFile(path: string | URL): Promise<Blob> {
  if (typeof path === 'string' && /^(https?|data):/.test(path))
    throw new OffprintError(
      'An address needs no upload: give it to the model as it is.',
      'validation_failed',
    );
  const fs = await import('node:fs');
  // The first releases of Node 18 do not have it.
  const { openAsBlob } = fs as { openAsBlob?: typeof fs.openAsBlob };
  return openAsBlob ? openAsBlob(path) : new Blob([await fs.promises.readFile(path)]);
}

function streamOf(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const next = await iterator.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
