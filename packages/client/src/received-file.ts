/** What becomes of a downloaded file: bytes, a stream, a file on the disk. */
import { damaged, type Download, type DownloadedFile } from './download.js';
import { nodeModule } from './node-module.js';
import { webCrypto } from './web-crypto.js';

/** Returns the whole file. @throws {OffprintError} `output_damaged` when it has another SHA-256. */
export async function bytesOf(download: Download, file: DownloadedFile): Promise<Uint8Array> {
  const data = new Uint8Array(file.bytes);
  let length = 0;
  for await (const piece of download(file)) {
    data.set(piece, length);
    length += piece.length;
  }
  const { subtle } = await webCrypto();
  const digest = new Uint8Array(await subtle.digest('SHA-256', data));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (hex !== file.sha256) throw damaged(file.url);
  return data;
}

/** Returns the file as a stream, which fails when the file does not arrive whole. */
export function streamOf(download: Download, file: DownloadedFile): ReadableStream<Uint8Array> {
  const pieces = download(file);
  return new ReadableStream(
    {
      async pull(controller) {
        const next = await pieces.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        await pieces.return();
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * Writes the file to `path`, piece by piece, through a file beside it: the path has the whole file or what it had before.
 * @throws {OffprintError} `output_damaged` when it has another SHA-256, `not_supported` in a runtime without files.
 */
export async function saveTo(download: Download, file: DownloadedFile, path: string): Promise<void> {
  const { promises } = await nodeModule('fs');
  const { createHash } = await nodeModule('crypto');
  const draft = `${path}.${Math.random().toString(36).slice(2)}.part`;
  const target = await promises.open(draft, 'wx');
  try {
    const hash = createHash('sha256');
    try {
      for await (const piece of download(file)) {
        hash.update(piece);
        await target.writeFile(piece);
      }
    } finally {
      await target.close();
    }
    if (hash.digest('hex') !== file.sha256) throw damaged(file.url);
    await promises.rename(draft, path);
  } catch (error) {
    await promises.rm(draft, { force: true });
    throw error;
  }
}
