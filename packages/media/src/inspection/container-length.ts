/** Demuxers and some decoders stop without an error at the end of the bytes, so container and file lengths are compared. */
import { type MediaFile, withOpened } from '../files/media-file.js';
import { readBoxes } from './boxes.js';
import { readGif } from './gif.js';
import { PartReader, tooManyPartsError } from './part-reader.js';
import type { InspectionPolicy } from './policy.js';

/** Every decoder reads each of these chunks of a PNG; they hold no pixels and come beside those of its frames. */
const MAX_EXTRA_CHUNKS = 2_000;
const EBML_SEGMENT = 0x18538067;

export interface ContainerLength {
  /** The file ends before the end that its container states. Always false for containers without a length. */
  isTruncated: boolean;
  /** Set for an animated PNG, which the decoder takes for a still picture. */
  frames?: number;
}

/** @throws {MediaError} for too many parts. */
export async function readLength(
  file: MediaFile,
  contentType: string,
  policy: InspectionPolicy,
): Promise<ContainerLength> {
  return withOpened(file, async (opened, size) => {
    const parts = new PartReader(opened, policy);
    switch (contentType) {
      case 'image/png':
        return await readPng(parts, size, policy);
      case 'image/gif':
        return await readGif(parts, size, policy.maxFrames);
      case 'image/webp':
        return { isTruncated: await isWebpTruncated(parts, size, policy) };
      case 'video/mp4':
      case 'audio/mp4':
      case 'video/quicktime':
        return await readBoxes(parts, size);
      case 'video/webm':
      case 'video/matroska':
        return { isTruncated: await isSegmentTruncated(parts, size) };
      default:
        return { isTruncated: false };
    }
  });
}

/** Such a header, named Xing or Info, states the number of frames. */
export async function hasXingHeader(path: string, policy: InspectionPolicy): Promise<boolean> {
  return withOpened(path, async (opened) => {
    const file = new PartReader(opened, policy);
    const head = await file.read(0, 10);
    if (head.length < 10) return false;
    const hasTag = head.toString('latin1', 0, 3) === 'ID3';
    // The tag's length is in 4 bytes of 7 bits.
    const tagBytes = hasTag ? 10 + [6, 7, 8, 9].reduce((sum, at) => (sum << 7) | (head[at]! & 0x7f), 0) : 0;
    const frame = (await file.read(tagBytes, 64)).toString('latin1');
    return frame.includes('Xing') || frame.includes('Info');
  });
}

/** The decoder alone would accept a file without IEND. */
async function readPng(
  file: PartReader,
  size: number,
  { maxFrames }: InspectionPolicy,
): Promise<ContainerLength> {
  let extra = 0;
  let frames = 0;
  for (let at = 8; at < size;) {
    const head = await file.read(at, 8);
    if (head.length < 8) break;
    // A chunk has the length of its data, name, data, checksum.
    at += 12 + head.readUInt32BE(0);
    const name = head.toString('latin1', 4, 8);
    if (name === 'IEND') return { isTruncated: at > size, ...(frames > 1 ? { frames } : {}) };
    if (name === 'fcTL') frames += 1;
    else if (name !== 'IDAT' && name !== 'fdAT') extra += 1;
    if (extra > MAX_EXTRA_CHUNKS || frames > maxFrames) throw tooManyPartsError();
  }
  return { isTruncated: true };
}

/** Checks the stated length, and counts chunks, since each frame is one, among a few others. */
async function isWebpTruncated(
  file: PartReader,
  size: number,
  { maxFrames }: InspectionPolicy,
): Promise<boolean> {
  const riff = await file.read(0, 8);
  if (riff.length < 8) return true;
  const stated = riff.readUInt32LE(4);
  // Without a length the chunks must end with the file.
  const end = stated === 0 ? size : stated + 8;
  if (end > size) return true;
  let frames = 0;
  let at = 12;
  while (at < end) {
    const head = await file.read(at, 8);
    if (head.length < 8) return false;
    frames += 1;
    if (frames > maxFrames) throw tooManyPartsError();
    const length = head.readUInt32LE(4);
    at += 8 + length + (length % 2);
  }
  return stated === 0 && at > size;
}

/** The length of a segment is unknown in live recordings. */
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

/** A number has 1 to 8 bytes, whose leading zero bits are the number of further bytes; all ones mean "unknown". */
function readVint(head: Buffer, at: number): { bytes: number; value: number | null } | null {
  const first = head[at] ?? 0;
  const bytes = Math.clz32(first) - 23;
  if (first === 0 || at + bytes > head.length) return null;
  let value = BigInt(first & (0xff >> bytes));
  for (let index = 1; index < bytes; index += 1) value = (value << 8n) | BigInt(head[at + index]!);
  const isUnknown = value === (1n << BigInt(7 * bytes)) - 1n;
  return { bytes, value: isUnknown ? null : Number(value) };
}
