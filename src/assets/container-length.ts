/**
 * Tells a whole media file from one that was cut short. The demuxers and some picture decoders stop quietly where the
 * bytes end, so the lengths that a container states about itself are compared with the length of the file.
 */
import { open, type FileHandle } from 'node:fs/promises';

/** Files with more top-level parts than this (an hour of fragments) are taken as whole from here on. */
const MAX_PARTS = 100_000;
const EBML_SEGMENT = 0x18538067;

/** True when the file ends before the end it states. A container that states no length is never cut short. */
export async function isCutShort(path: string, contentType: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    switch (contentType) {
      case 'image/png':
        return await isPngCutShort(file, size);
      case 'image/gif':
        return await isGifCutShort(file, size);
      case 'image/webp':
      case 'audio/wav':
        return await isRiffCutShort(file, size);
      case 'video/mp4':
      case 'audio/mp4':
      case 'video/quicktime':
        return await isBoxCutShort(file, size);
      case 'video/webm':
      case 'video/matroska':
        return await isSegmentCutShort(file, size);
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
  const file = await open(path, 'r');
  try {
    const head = await readAt(file, 0, 10);
    if (head.length < 10) return false;
    const tagged = head.toString('latin1', 0, 3) === 'ID3';
    // The tag's length has 7 bits in each of 4 bytes.
    const tag = tagged ? 10 + [6, 7, 8, 9].reduce((sum, at) => (sum << 7) | (head[at]! & 0x7f), 0) : 0;
    const frame = (await readAt(file, tag, 64)).toString('latin1');
    return frame.includes('Xing') || frame.includes('Info');
  } finally {
    await file.close();
  }
}

/** Chunks one after the other up to the one named IEND: the decoder is content once it has its pixels. */
async function isPngCutShort(file: FileHandle, size: number): Promise<boolean> {
  let at = 8;
  for (let part = 0; at < size && part < MAX_PARTS; part += 1) {
    const head = await readAt(file, at, 8);
    if (head.length < 8) return true;
    // Length of the data, name, data, checksum.
    at += 12 + head.readUInt32BE(0);
    if (head.toString('latin1', 4, 8) === 'IEND') return at > size;
  }
  return true;
}

/** The decoder drops a frame that is not whole; only the trailer says that all of them are there. */
async function isGifCutShort(file: FileHandle, size: number): Promise<boolean> {
  const tail = await readAt(file, Math.max(0, size - 64), 64);
  // Some writers pad with zeros.
  return tail.findLast((byte) => byte !== 0) !== 0x3b;
}

async function isRiffCutShort(file: FileHandle, size: number): Promise<boolean> {
  const head = await readAt(file, 0, 8);
  if (head.length < 8) return true;
  const stated = head.readUInt32LE(4);
  // A writer that cannot seek back leaves 0 or all ones: "until the end".
  return stated !== 0 && stated !== 0xffffffff && stated + 8 > size;
}

/** ISO base media: boxes one after the other, the last one ending where the file ends. */
async function isBoxCutShort(file: FileHandle, size: number): Promise<boolean> {
  let at = 0;
  for (let part = 0; at < size && part < MAX_PARTS; part += 1) {
    const head = await readAt(file, at, 16);
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
async function isSegmentCutShort(file: FileHandle, size: number): Promise<boolean> {
  let at = 0;
  for (let part = 0; at < size && part < 8; part += 1) {
    const head = await readAt(file, at, 12);
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

async function readAt(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, at);
  return buffer.subarray(0, bytesRead);
}
