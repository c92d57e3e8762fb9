/**
 * Detects truncated media files. Demuxers and some image decoders stop without an error at the end of the bytes, so the
 * length in the container is compared with the length of the file.
 */
import { open } from 'node:fs/promises';
import { PartReader, tooManyPartsError } from './part-reader.js';

/** Parts of one file, enough for a fragmented MP4 of a day or a PNG of a gigabyte. */
const MAX_PARTS = 100_000;
/** Chunks of a PNG without pixels, each of which every decoder reads. */
const MAX_EXTRA_CHUNKS = 2_000;
/** Frames of an animation: decoders process each frame more than once, whatever its size. */
const MAX_FRAMES = 2_000;
const EBML_SEGMENT = 0x18538067;

/** Returns whether the file ends before the end that its container states. False for containers without a length. */
export async function isTruncated(path: string, contentType: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const parts = new PartReader(file, MAX_PARTS);
    switch (contentType) {
      case 'image/png':
        return await isPngTruncated(parts, size);
      case 'image/gif':
        return await isGifTruncated(parts, size);
      case 'image/webp':
        return (await isRiffTruncated(parts, size)) || (await countWebpFrames(parts, size), false);
      case 'audio/wav':
        return await isRiffTruncated(parts, size);
      case 'video/mp4':
      case 'audio/mp4':
      case 'video/quicktime':
        return await isBoxTruncated(parts, size);
      case 'video/webm':
      case 'video/matroska':
        return await isSegmentTruncated(parts, size);
      default:
        return false;
    }
  } finally {
    await file.close();
  }
}

/**
 * Returns whether the first frame of an MP3 file has the number of frames (a Xing or Info header). Without it the
 * demuxer estimates the duration from the first frame's bit rate, which detects no truncation.
 */
export async function hasMp3FrameCount(path: string): Promise<boolean> {
  const opened = await open(path, 'r');
  try {
    const file = new PartReader(opened, MAX_PARTS);
    const head = await file.read(0, 10);
    if (head.length < 10) return false;
    const hasTag = head.toString('latin1', 0, 3) === 'ID3';
    // The tag's length is in 4 bytes of 7 bits.
    const tagBytes = hasTag ? 10 + [6, 7, 8, 9].reduce((sum, at) => (sum << 7) | (head[at]! & 0x7f), 0) : 0;
    const frame = (await file.read(tagBytes, 64)).toString('latin1');
    return frame.includes('Xing') || frame.includes('Info');
  } finally {
    await opened.close();
  }
}

/** Reads the chunks up to IEND. The decoder alone would accept a file without it. */
async function isPngTruncated(file: PartReader, size: number): Promise<boolean> {
  let extra = 0;
  for (let at = 8; at < size;) {
    const head = await file.read(at, 8);
    if (head.length < 8) return true;
    // Length of the data, name, data, checksum.
    at += 12 + head.readUInt32BE(0);
    const name = head.toString('latin1', 4, 8);
    if (name === 'IEND') return at > size;
    if (name !== 'IDAT' && name !== 'fdAT') extra += 1;
    if (extra > MAX_EXTRA_CHUNKS) throw tooManyPartsError();
  }
  return true;
}

/** Checks the trailer. The decoder alone would drop an incomplete frame without an error. */
async function isGifTruncated(file: PartReader, size: number): Promise<boolean> {
  const tail = await file.read(Math.max(0, size - 64), 64);
  // Some writers pad with zeros.
  if (tail.findLast((byte) => byte !== 0) !== 0x3b) return true;
  await countGifFrames(file, size);
  return false;
}

/**
 * Counts frames after the header and its colours. Frames and extensions end with an empty block. The decoder rejects
 * other structures.
 */
async function countGifFrames(file: PartReader, size: number): Promise<void> {
  const coloursOf = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const head = await file.read(0, 13);
  let frames = 0;
  for (let at = 13 + coloursOf(head[10] ?? 0); at < size;) {
    const part = await file.read(at, 10);
    if (part[0] === 0x2c) {
      frames += 1;
      if (frames > MAX_FRAMES) throw tooManyPartsError();
      at += 11 + coloursOf(part[9] ?? 0);
    } else if (part[0] === 0x21) at += 2;
    else return;
    // Blocks have up to 255 bytes. They do not count as parts, because an image has thousands.
    for (let length = -1; length !== 0 && at < size; at += 1 + length) length = await file.readByte(at);
  }
}

/** Counts chunks, since each frame is one, among a few others. */
async function countWebpFrames(file: PartReader, size: number): Promise<void> {
  let frames = 0;
  for (let at = 12; at < size;) {
    const head = await file.read(at, 8);
    if (head.length < 8) return;
    frames += 1;
    if (frames > MAX_FRAMES) throw tooManyPartsError();
    const length = head.readUInt32LE(4);
    at += 8 + length + (length % 2);
  }
}

async function isRiffTruncated(file: PartReader, size: number): Promise<boolean> {
  const head = await file.read(0, 8);
  if (head.length < 8) return true;
  const stated = head.readUInt32LE(4);
  // Writers that cannot seek write 0 or all ones: "until the end".
  return stated !== 0 && stated !== 0xffffffff && stated + 8 > size;
}

/** Checks ISO base media: the last box must end at the end of the file. */
async function isBoxTruncated(file: PartReader, size: number): Promise<boolean> {
  let at = 0;
  while (at < size) {
    const head = await file.read(at, 16);
    if (head.length < 8) return true;
    let length = head.readUInt32BE(0);
    if (length === 0) return false;
    if (length === 1) length = head.length < 16 ? 0 : Number(head.readBigUInt64BE(8));
    if (length < 8) return true;
    at += length;
  }
  return at > size;
}

/** Checks Matroska: a header element and a segment, whose length is unknown in live recordings. */
async function isSegmentTruncated(file: PartReader, size: number): Promise<boolean> {
  let at = 0;
  for (let part = 0; at < size && part < 8; part += 1) {
    const head = await file.read(at, 12);
    if (head.length < 5) return true;
    const length = readVint(head, 4);
    if (!length) return true;
    if (length.value === null) return false;
    at += 4 + length.bytes + length.value;
    if (head.readUInt32BE(0) === EBML_SEGMENT) break;
  }
  return at > size;
}

/** Reads a number of 1 to 8 bytes, whose leading zero bits are the number of further bytes; all ones mean "unknown". */
function readVint(head: Buffer, at: number): { bytes: number; value: number | null } | null {
  const first = head[at] ?? 0;
  const bytes = Math.clz32(first) - 23;
  if (first === 0 || at + bytes > head.length) return null;
  let value = BigInt(first & (0xff >> bytes));
  for (let index = 1; index < bytes; index += 1) value = (value << 8n) | BigInt(head[at + index]!);
  const isUnknown = value === (1n << BigInt(7 * bytes)) - 1n;
  return { bytes, value: isUnknown ? null : Number(value) };
}
