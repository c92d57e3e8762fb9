/** A decoder alone would drop an incomplete frame without an error. */
import { open } from 'node:fs/promises';
import { PartReader, tooManyPartsError } from './part-reader.js';
import type { InspectionPolicy } from './policy.js';

const HEADER_BYTES = 13;
const DESCRIPTOR_BYTES = 10;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;

interface GifLayout {
  isTruncated: boolean;
  /** The end of the last block, before the trailer and whatever follows. */
  end: number;
  hasTrailer: boolean;
}

/**
 * Ends at the trailer or at what is no block: writers leave the trailer out, and pad or append. @throws {MediaError} for too many frames.
 */
export async function readGif(file: PartReader, size: number, maxFrames: number): Promise<GifLayout> {
  const coloursOf = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const head = await file.read(0, HEADER_BYTES);
  let at = HEADER_BYTES + coloursOf(head[10] ?? 0);
  for (let frames = 0; at < size;) {
    const part = await file.read(at, DESCRIPTOR_BYTES);
    let next = at;
    if (part[0] === IMAGE) {
      frames += 1;
      if (frames > maxFrames) throw tooManyPartsError();
      // An image has a descriptor, its colours, and the size of codes.
      next += DESCRIPTOR_BYTES + coloursOf(part[9] ?? 0) + 1;
    } else if (part[0] === EXTENSION) next += 2;
    else return { isTruncated: false, end: at, hasTrailer: part[0] === TRAILER };
    // Blocks of up to 255 bytes, until an empty one. They do not count as parts, because an image has thousands.
    for (let length = -1; length !== 0; next += 1 + length) {
      if (next >= size) return { isTruncated: true, end: at, hasTrailer: false };
      length = await file.readByte(next);
    }
    at = next;
  }
  return { isTruncated: at > size, end: at, hasTrailer: false };
}

/** Some readers need the trailer. */
export async function mendGif(path: string, policy: InspectionPolicy): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const { isTruncated, end, hasTrailer } = await readGif(
      new PartReader(file, policy),
      size,
      policy.maxFrames,
    );
    if (isTruncated || hasTrailer) return;
    await file.truncate(end);
    await file.write(Uint8Array.of(TRAILER), 0, 1, end);
  } finally {
    await file.close();
  }
}
