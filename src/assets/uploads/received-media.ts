/**
 * Receives an uploaded image or video as a local file and inspects it. Its type is detected by content, never by name or
 * declared type.
 */
import { rm } from 'node:fs/promises';
import { INPUT_LIMITS, type InputKind } from '../fetching/input-media.js';
import { type FoundContent, sniffContent } from '../inspection/content-type.js';
import { inspectAsset, type InspectedAsset } from '../inspection/inspect.js';
import { AssetTooLarge, BrokenAsset } from '../storage/asset-errors.js';
import { writeNewFile, type WrittenFile } from '../storage/file-writing.js';

export interface ReceivedMedia extends WrittenFile, InspectedAsset {
  kind: InputKind;
  /** Without a dot. */
  extension: string;
  width: number;
  height: number;
}

/**
 * Receives a file.
 * @param path must not exist; it is removed when this throws.
 * @throws {BrokenAsset} when it is no supported, complete image or video.
 * @throws {AssetTooLarge} @throws {StorageFull} @throws the errors of the source.
 */
export async function receiveMedia(path: string, source: AsyncIterable<Uint8Array>): Promise<ReceivedMedia> {
  const largestBytes = Math.max(...Object.values(INPUT_LIMITS).map(({ maxBytes }) => maxBytes));
  const written = await writeNewFile(path, source, { maxBytes: largestBytes });
  try {
    const found = await sniffContent(path);
    const kind = found && kindOf(found);
    if (!kind) throw new BrokenAsset('The file is not a picture or a video of a kind that is supported.');
    const { maxBytes } = INPUT_LIMITS[kind];
    if (written.bytes > maxBytes) throw new AssetTooLarge(maxBytes);
    const facts = await inspectAsset(path, found);
    const { width, height } = facts;
    if (!width || !height) throw new BrokenAsset('The file has no picture in it.');
    return { ...written, ...facts, kind, extension: found.extension, width, height };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

function kindOf({ family }: FoundContent): InputKind | null {
  return family === 'image' || family === 'video' ? family : null;
}
