/**
 * A picture or a clip that somebody sends us, taken to a local file and found whole: what it is, is told by its content
 * and never by its name or what the sender calls it.
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
 * @param path must not exist; it is gone again when this throws.
 * @throws {BrokenAsset} when it is no picture or clip that a model could start from.
 * @throws {AssetTooLarge} @throws {StorageFull} or whatever the source throws.
 */
export async function receiveMedia(path: string, source: AsyncIterable<Uint8Array>): Promise<ReceivedMedia> {
  const most = Math.max(...Object.values(INPUT_LIMITS).map(({ maxBytes }) => maxBytes));
  const written = await writeNewFile(path, source, { maxBytes: most });
  try {
    const found = await sniffContent(path);
    const kind = found && kindOf(found);
    if (!kind) throw new BrokenAsset('The file is not a picture or a video of a kind that is supported.');
    const { maxBytes } = INPUT_LIMITS[kind];
    if (written.bytes > maxBytes) throw new AssetTooLarge(maxBytes);
    const facts = await inspectAsset(path, found.contentType);
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
