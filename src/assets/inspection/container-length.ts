/**
 * Tells a whole media file from one that was cut short. The demuxers and some picture decoders stop quietly where the
 * bytes end, so the lengths that a container states about itself are compared with the length of the file.
 */
import { open } from 'node:fs/promises';
import { PartReader, tooManyParts } from './part-reader.js';

/** Parts of one file: an MP4 of a day in fragments, a PNG of a gigabyte in rows. */
const MAX_PARTS = 100_000;
/** Of a PNG, but for its pixels: every decoder looks at each of them. */
const MAX_EXTRA_CHUNKS = 2_000;
/** Frames of a moving picture: a decoder goes over all of them more than once, however small they are. */
const MAX_FRAMES = 2_000;
const EBML_SEGMENT = 0x18538067;

/** True when the file ends before the end it states. A container that states no length is never cut short. */
export async function isCutShort(path: string, contentType: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const parts = new PartReader(file, MAX_PARTS);
    switch (contentType) {
      case 'image/png':
        return await isPngCutShort(parts, size);
      case 'image/gif':
        return await isGifCutShort(parts, size);
      case 'image/webp':
        return (await isRiffCutShort(parts, size)) || (await countWebpFrames(parts, size), false);
      case 'audio/wav':
        return await isRiffCutShort(parts, size);
      case 'video/mp4':
      case 'audio/mp4':
      case 'video/quicktime':
        return await isBoxCutShort(parts, size);
      case 'video/webm':
      case 'video/matroska':
        return await isSegmentCutShort(parts, size);
      default:
        return false;
    }
  } finally {
    await file.close();
  }
}

/**
 * Does an MP3 file say in its first frame how many frames follow (a Xing or Info header)? Without it the length that
 * a demuxer gives is a guess from the first frame's bit rate, which proves nothing.
 */
export async function statesMp3Frames(path: string): Promise<boolean> {
  const opened = await open(path, 'r');
  try {
    const file = new PartReader(opened, MAX_PARTS);
    const head = await file.at(0, 10);
    if (head.length < 10) return false;
    const tagged = head.toString('latin1', 0, 3) === 'ID3';
    // The tag's length has 7 bits in each of 4 bytes.
    const tag = tagged ? 10 + [6, 7, 8, 9].reduce((sum, at) => (sum << 7) | (head[at]! & 0x7f), 0) : 0;
    const frame = (await file.at(tag, 64)).toString('latin1');
    return frame.includes('Xing') || frame.includes('Info');
  } finally {
    await opened.close();
  }
}

/** Chunks one after the other up to the one named IEND: the decoder is content once it has its pixels. */
async function isPngCutShort(file: PartReader, size: number): Promise<boolean> {
  let extra = 0;
  for (let at = 8; at < size;) {
    const head = await file.at(at, 8);
    if (head.length < 8) return true;
    // Length of the data, name, data, checksum.
    at += 12 + head.readUInt32BE(0);
    const name = head.toString('latin1', 4, 8);
    if (name === 'IEND') return at > size;
    if (name !== 'IDAT' && name !== 'fdAT') extra += 1;
    if (extra > MAX_EXTRA_CHUNKS) throw tooManyParts();
  }
  return true;
}

/** The decoder drops a frame that is not whole; only the trailer says that all of them are there. */
async function isGifCutShort(file: PartReader, size: number): Promise<boolean> {
  const tail = await file.at(Math.max(0, size - 64), 64);
  // Some writers pad with zeros.
  if (tail.findLast((byte) => byte !== 0) !== 0x3b) return true;
  await countGifFrames(file, size);
  return false;
}

/** A header with its colours, then frames and extensions, each of which ends with an empty block. What is odd is left to the decoder. */
async function countGifFrames(file: PartReader, size: number): Promise<void> {
  const coloursOf = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const head = await file.at(0, 13);
  let frames = 0;
  for (let at = 13 + coloursOf(head[10] ?? 0); at < size;) {
    const part = await file.at(at, 10);
    if (part[0] === 0x2c) {
      frames += 1;
      if (frames > MAX_FRAMES) throw tooManyParts();
      at += 11 + coloursOf(part[9] ?? 0);
    } else if (part[0] === 0x21) at += 2;
    else return;
    // Blocks of up to 255 bytes, of which a picture has thousands: no parts of their own.
    for (let length = -1; length !== 0 && at < size; at += 1 + length) length = await file.byteAt(at);
  }
}

/** Each frame is a chunk of its own among a few others. */
async function countWebpFrames(file: PartReader, size: number): Promise<void> {
  let frames = 0;
  for (let at = 12; at < size;) {
    const head = await file.at(at, 8);
    if (head.length < 8) return;
    frames += 1;
    if (frames > MAX_FRAMES) throw tooManyParts();
    const length = head.readUInt32LE(4);
    at += 8 + length + (length % 2);
  }
}

async function isRiffCutShort(file: PartReader, size: number): Promise<boolean> {
  const head = await file.at(0, 8);
  if (head.length < 8) return true;
  const stated = head.readUInt32LE(4);
  // A writer that cannot seek back leaves 0 or all ones: "until the end".
  return stated !== 0 && stated !== 0xffffffff && stated + 8 > size;
}

/** ISO base media: boxes one after the other, the last one ending where the file ends. */
async function isBoxCutShort(file: PartReader, size: number): Promise<boolean> {
  let at = 0;
  while (at < size) {
    const head = await file.at(at, 16);
    if (head.length < 8) return true;
    let length = head.readUInt32BE(0);
    if (length === 0) return false;
    if (length === 1) length = head.length < 16 ? 0 : Number(head.readBigUInt64BE(8));
    if (length < 8) return true;
    at += length;
  }
  return at > size;
}

/** Matroska: a header element and a segment, whose length may be left unknown by a live writer. */
async function isSegmentCutShort(file: PartReader, size: number): Promise<boolean> {
  let at = 0;
  for (let part = 0; at < size && part < 8; part += 1) {
    const head = await file.at(at, 12);
    if (head.length < 5) return true;
    const length = readVint(head, 4);
    if (!length) return true;
    if (length.value === null) return false;
    at += 4 + length.bytes + length.value;
    if (head.readUInt32BE(0) === EBML_SEGMENT) break;
  }
  return at > size;
}

/** A number of 1 to 8 bytes whose leading zeros tell how many; all ones mean "unknown". */
function readVint(head: Buffer, at: number): { bytes: number; value: number | null } | null {
  const first = head[at] ?? 0;
  const bytes = Math.clz32(first) - 23;
  if (first === 0 || at + bytes > head.length) return null;
  let value = BigInt(first & (0xff >> bytes));
  for (let index = 1; index < bytes; index += 1) value = (value << 8n) | BigInt(head[at + index]!);
  const unknown = value === (1n << BigInt(7 * bytes)) - 1n;
  return { bytes, value: unknown ? null : Number(value) };
}
