/** The type is detected by content, never by name or declared type. */
import { INPUT_LIMITS, type InputKind } from '../fetching/input-media.js';
import { type FoundContent, inspectAsset, type InspectedAsset, sniffContent } from '../media/media.js';
import { AssetTooLarge, BrokenAsset } from '../storage/asset-errors.js';
import type { WrittenFile } from '../storage/new-file.js';

const KINDS = `${INPUT_LIMITS.image.kinds}; ${INPUT_LIMITS.video.kinds}`;

/** A received file: its bytes, its type by content, its size. */
export interface ReceivedMedia extends WrittenFile, InspectedAsset {
  kind: InputKind;
  /** Without a dot. */
  extension: string;
  width: number;
  height: number;
}

/**
 * @throws {BrokenAsset} when the file is no supported, complete image or video.
 * @throws {AssetTooLarge} for an image larger than inputs may be.
 */
export async function inspectReceived(path: string, written: WrittenFile): Promise<ReceivedMedia> {
  const found = await sniffContent(path);
  const kind = found && kindOf(found);
  if (!kind)
    throw new BrokenAsset(`The file is not a picture or a video of a kind that is supported: ${KINDS}.`);
  const { maxBytes } = INPUT_LIMITS[kind];
  if (written.bytes > maxBytes) throw new AssetTooLarge(maxBytes);
  const facts = await inspectAsset(path, found);
  const { width, height } = facts;
  if (!width || !height) throw new BrokenAsset('The file has no picture in it.');
  return { ...written, ...facts, kind, extension: found.extension, width, height };
}

function kindOf({ family }: FoundContent): InputKind | null {
  return family === 'image' || family === 'video' ? family : null;
}
