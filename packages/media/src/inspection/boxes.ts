/** Boxes of an ISO base media file (MP4, QuickTime) are checked, because demuxers stop without an error at the end of the bytes. */
import { open } from 'node:fs/promises';
import { PartReader } from './part-reader.js';
import type { InspectionPolicy } from './policy.js';

/** Anything else behind the movie is no box if it does not fit. */
const TOP_BOXES = new Set(
  'ftyp styp moov moof mdat mfra meta free skip wide uuid sidx ssix prft emsg pdin pnot imda bloc udta'.split(
    ' ',
  ),
);

/** Without these every frame is still there. */
const SPARE_BOXES = new Set('free skip wide udta meta uuid prft bloc'.split(' '));

interface BoxLayout {
  isTruncated: boolean;
  /** The end of the last box. */
  end: number;
}

/** Bytes behind the movie that are no box do not belong to the file. */
export async function readBoxes(file: PartReader, size: number): Promise<BoxLayout> {
  let hasMovie = false;
  let hasMedia = false;
  let at = 0;
  while (at < size) {
    const head = await file.read(at, 16);
    const isJunk = !startsBox(head, size - at);
    if (isJunk) return { isTruncated: !hasMovie, end: at };
    if (head.length < 8) return { isTruncated: true, end: at };
    const length = lengthOf(head);
    // A length of 0 means: until the end of the file.
    if (length === 0) return { isTruncated: false, end: size };
    const name = head.toString('latin1', 4, 8);
    if (at + length > size && hasMovie && hasMedia && SPARE_BOXES.has(name))
      return { isTruncated: false, end: at };
    hasMovie ||= name === 'moov';
    hasMedia ||= name === 'mdat';
    at += length;
  }
  return { isTruncated: at > size, end: at };
}

export async function findBox(
  file: PartReader,
  size: number,
  name: string,
): Promise<{ at: number; length: number } | null> {
  for (let at = 0; at + 8 <= size;) {
    const head = await file.read(at, 16);
    const length = lengthOf(head);
    if (head.toString('latin1', 4, 8) === name) return { at, length: Math.min(length, size - at) };
    if (length < 8) return null;
    at += length;
  }
  return null;
}

function lengthOf(head: Buffer): number {
  const length = head.readUInt32BE(0);
  if (length !== 1) return length;
  return head.length < 16 ? Infinity : Number(head.readBigUInt64BE(8));
}

/** A box is a known one, whole or cut, or an unknown one that fits in the file. */
function startsBox(head: Buffer, available: number): boolean {
  const name = head.toString('latin1', 4, 8);
  if (head.length < 8) {
    // A known box hardly has a length of 500 MB, as text would have. Zeros alone are padding.
    const isKnown = [...TOP_BOXES].some((box) => box.startsWith(name));
    return head.length > 4 && isKnown && head[0]! < 0x20 && head.readUInt32BE(0) >= 8;
  }
  const length = lengthOf(head);
  if (TOP_BOXES.has(name)) return length === 0 || length >= 8;
  return length >= 8 && length <= available && /^[\x20-\x7e\xa9]{4}$/.test(name);
}

/** Some readers take the bytes behind the last box for a broken one. */
export async function trimBoxes(path: string, policy: InspectionPolicy): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const { isTruncated, end } = await readBoxes(new PartReader(file, policy), size);
    if (!isTruncated && end < size) await file.truncate(end);
  } finally {
    await file.close();
  }
}
