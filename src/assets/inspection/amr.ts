/** Reads AMR and AMR-WB, the sound of telephones: frames of 20 ms whose first byte names their length. */
import { BrokenAsset } from '../storage/asset-errors.js';
import type { PartReader } from './part-reader.js';
import type { SoundLayout } from './sound-length.js';

export const AMR = '#!AMR\n';
export const AMR_WB = '#!AMR-WB\n';
const FRAME_SECONDS = 0.02;
/** Bytes behind the first one, by its mode; a mode without is reserved. */
const NARROW = [12, 13, 15, 17, 19, 20, 26, 31, 5];
const WIDE = [17, 23, 32, 36, 40, 46, 50, 58, 60, 5];
/** A frame that was lost, or has nothing to say. */
const WITHOUT_DATA = [14, 15];

/** @throws {BrokenAsset} for a mode that is reserved. */
export async function readAmr(parts: PartReader, size: number): Promise<SoundLayout> {
  const isWide = (await parts.read(0, AMR_WB.length)).toString('latin1') === AMR_WB;
  let at = isWide ? AMR_WB.length : AMR.length;
  let frames = 0;
  while (at < size) {
    const mode = ((await parts.readByte(at)) >> 3) & 15;
    const bytes = WITHOUT_DATA.includes(mode) ? 0 : (isWide ? WIDE : NARROW)[mode];
    if (bytes === undefined) throw new BrokenAsset('The media file cannot be read.');
    at += 1 + bytes;
    frames += 1;
  }
  return { isTruncated: at > size, durationSeconds: frames * FRAME_SECONDS, corrections: [] };
}
