/** Writes finished files to the operator's directory, a large one as it arrives. The name is made here: no caller chooses a path. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { OutputFile } from '@offprint/client';

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Without a byte for this time, a download has failed. */
const IDLE_MS = 60_000;
const EXTENSIONS: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/svg+xml': 'svg',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'audio/aiff': 'aiff',
  'audio/amr': 'amr',
  'audio/amr-wb': 'awb',
  'audio/basic': 'au',
  'audio/webm': 'weba',
  'audio/matroska': 'mka',
  'audio/x-caf': 'caf',
  'audio/x-w64': 'w64',
  'image/avif': 'avif',
  'image/tiff': 'tiff',
  'video/quicktime': 'mov',
  'video/matroska': 'mkv',
  'model/gltf-binary': 'glb',
};

/** Returns `pred_1.png`, `pred_1-2.png`: letters, digits, `_` and `-`, and a known extension. */
export function fileName(predictionId: string, index: number, contentType: string): string {
  const id = predictionId.replace(/[^\w-]/g, '').slice(0, 100);
  const extension = EXTENSIONS[contentType.split(';')[0]!.trim().toLowerCase()] ?? 'bin';
  return `${id}${index === 0 ? '' : `-${index + 1}`}.${extension}`;
}

/**
 * Saves a file under `name`, which then has the whole file. A file that is there is never replaced.
 * @param data its bytes, where they are in memory already.
 * @returns its path. @throws when another file has the name, and when what arrives is not the file.
 */
export async function saveFile(
  directory: string,
  name: string,
  file: Pick<OutputFile, 'url' | 'bytes' | 'sha256'>,
  data?: Uint8Array,
): Promise<string> {
  await mkdir(directory, { recursive: true });
  const path = join(directory, name);
  const existing = await sha256Of(path);
  if (existing === file.sha256) return path;
  if (existing !== null) throw new Error(`another file is named ${name}`);
  const draft = join(directory, `.${name}.${randomUUID()}.part`);
  try {
    await pipeline(
      checked(data ? [data] : downloaded(file.url), file),
      createWriteStream(draft, { flags: 'wx' }),
    );
    // Fails when the name is taken meanwhile; a rename would replace that file.
    await link(draft, path);
    return path;
  } finally {
    await rm(draft, { force: true });
  }
}

async function sha256Of(path: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
    return hash.digest('hex');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function* checked(
  chunks: Chunks,
  { bytes, sha256 }: Pick<OutputFile, 'bytes' | 'sha256'>,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > bytes) break;
    hash.update(chunk);
    yield chunk;
  }
  if (length !== bytes || hash.digest('hex') !== sha256) throw new Error('what arrived is not the file');
}

/** The link needs no key, and none is sent. */
async function* downloaded(url: string): AsyncGenerator<Uint8Array> {
  const idle = new AbortController();
  const timer = setTimeout(() => idle.abort(new Error('no data for a minute')), IDLE_MS);
  try {
    const response = await fetch(url, { signal: idle.signal });
    if (!response.ok || !response.body) throw new Error(`the link answered ${response.status}`);
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      timer.refresh();
      yield chunk;
    }
  } finally {
    clearTimeout(timer);
    idle.abort();
  }
}
