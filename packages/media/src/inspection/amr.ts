/** AMR and AMR-WB are the sound of telephones: frames of 20 ms whose first byte names their length. */
import type { PartReader } from './part-reader.js';
import type { SoundLayout } from './sound-length.js';

export const AMR = '#!AMR\n';
export const AMR_WB = '#!AMR-WB\n';
const FRAME_SECONDS = 0.02;
/** Bytes behind the first one, by its mode; a mode without a number is reserved. */
const NARROW = [12, 13, 15, 17, 19, 20, 26, 31, 5];
const WIDE = [17, 23, 32, 36, 40, 46, 50, 58, 60, 5];
/** Such a frame was lost, or is silent. */
const WITHOUT_DATA = [14, 15];

/** No length is stated, so what follows the last whole frame does not belong to the sound. */
export async function readAmr(parts: PartReader, size: number): Promise<SoundLayout> {
  const isWide = (await parts.read(0, AMR_WB.length)).toString('latin1') === AMR_WB;
  let at = isWide ? AMR_WB.length : AMR.length;
  let frames = 0;
  for (; at < size; frames += 1) {
    const mode = ((await parts.readByte(at)) >> 3) & 15;
    const bytes = WITHOUT_DATA.includes(mode) ? 0 : (isWide ? WIDE : NARROW)[mode];
    if (bytes === undefined || at + 1 + bytes > size) break;
    at += 1 + bytes;
  }
  return { isTruncated: false, durationSeconds: frames * FRAME_SECONDS, corrections: [] };
}
