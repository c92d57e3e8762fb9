/** The sound is never decoded: its length follows from the header, whatever its codec. */
import { open } from 'node:fs/promises';
import { brokenFileError } from '../media-error.js';
import { PartReader } from './part-reader.js';
import type { InspectionPolicy } from './policy.js';
import {
  durationOf,
  isStatedTrue,
  isWholeTrue,
  soundBytes,
  startsChunk,
  type StatedSound,
} from './sound-length.js';

const HEADER_BYTES = 8;
/** Lengths in the header have 32 bits. */
const MAX_RIFF_BYTES = 0xfffffff0;
/** Blocks of these codecs are samples, so that the byte rate of the header is redundant: PCM, float, A-law, µ-law, extensible. */
const PLAIN_CODECS = new Set([1, 3, 6, 7, 0xfffe]);

interface WavLayout {
  /** RF64 and BW64 have their lengths in a chunk of their own, because they may have more than 4 GB. */
  isRf64: boolean;
  /** The position of that chunk. */
  lengthsAt: number | null;
  dataAt: number;
  /** Bytes of sound, in whole blocks. */
  dataBytes: number;
  isDataTrue: boolean;
  isWholeTrue: boolean;
  isTruncated: boolean;
  durationSeconds: number;
}

/** @throws {MediaError} when the file has no header, no description or no sound. */
async function readLayout(parts: PartReader, size: number): Promise<WavLayout> {
  const head = await parts.read(0, 12);
  if (head.length < 12) throw brokenFileError('The file is cut short.');
  const isRf64 = head.toString('latin1', 0, 4) !== 'RIFF';
  let end = head.readUInt32LE(4) + HEADER_BYTES;
  let longDataBytes: number | undefined;
  let lengthsAt: number | null = null;
  let rate = { bytesPerSecond: 0, blockBytes: 1 };
  for (let at = 12; at + HEADER_BYTES <= size;) {
    const chunk = await parts.read(at, HEADER_BYTES + 28);
    const name = chunk.toString('latin1', 0, 4);
    const length = chunk.readUInt32LE(4);
    if (isRf64 && name === 'ds64' && chunk.length >= 24) {
      end = Number(chunk.readBigUInt64LE(8)) + HEADER_BYTES;
      longDataBytes = Number(chunk.readBigUInt64LE(16));
      lengthsAt = at;
    }
    if (name === 'fmt ' && chunk.length >= 22) rate = rateOf(chunk.subarray(HEADER_BYTES));
    if (name === 'data') {
      const stated = length === 0xffffffff ? (longDataBytes ?? length) : length;
      const isFollowed = await startsChunk(parts, at + HEADER_BYTES, size, HEADER_BYTES, (head) =>
        head.readUInt32LE(4),
      );
      const data = { at: at + HEADER_BYTES, stated, isFollowed };
      return { isRf64, lengthsAt, ...measure({ ...data, end, size }, rate) };
    }
    at += HEADER_BYTES + length + (length % 2);
  }
  throw brokenFileError('The media file has no content.');
}

export interface WavRate {
  bytesPerSecond: number;
  blockBytes: number;
}

function measure(
  data: StatedSound,
  { bytesPerSecond, blockBytes }: WavRate,
): Omit<WavLayout, 'isRf64' | 'lengthsAt'> {
  if (!(bytesPerSecond > 0)) throw brokenFileError('The media file cannot be read.');
  const available = soundBytes(data);
  const dataBytes = (available ?? 0) - ((available ?? 0) % blockBytes);
  return {
    dataAt: data.at,
    dataBytes,
    isDataTrue: isStatedTrue(data),
    isWholeTrue: isWholeTrue(data, dataBytes),
    isTruncated: available === null,
    durationSeconds: dataBytes / bytesPerSecond,
  };
}

/** In bytes a second. */
export function rateOf(format: Buffer): WavRate {
  const blockBytes = Math.max(1, format.readUInt16LE(12));
  const isPlain = PLAIN_CODECS.has(format.readUInt16LE(0));
  const bytesPerSecond = isPlain ? format.readUInt32LE(4) * blockBytes : format.readUInt32LE(8);
  return { bytesPerSecond, blockBytes };
}

async function readWav(path: string, policy: InspectionPolicy): Promise<WavLayout & { size: number }> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    return { ...(await readLayout(new PartReader(file, policy), size)), size };
  } finally {
    await file.close();
  }
}

/** @throws {MediaError} when the file is truncated, has no sound or cannot be read. */
export async function inspectWav(
  path: string,
  policy: InspectionPolicy,
): Promise<{ durationSeconds: number }> {
  return durationOf(await readWav(path, policy));
}

/** A file that states more than 4 GB and has less becomes an ordinary one. A truncated file is left as it is. */
export async function mendWav(path: string, policy: InspectionPolicy): Promise<void> {
  const wav = await readWav(path, policy);
  if (wav.isTruncated || wav.dataBytes === 0 || (wav.isDataTrue && wav.isWholeTrue)) return;
  if (wav.size > MAX_RIFF_BYTES) return;
  const file = await open(path, 'r+');
  try {
    const end = wav.isDataTrue ? wav.size : wav.dataAt + wav.dataBytes;
    const paddedEnd = end + (end % 2);
    await file.truncate(paddedEnd);
    await file.write(uint32(paddedEnd - HEADER_BYTES), 0, 4, 4);
    if (!wav.isDataTrue || wav.isRf64) await file.write(uint32(wav.dataBytes), 0, 4, wav.dataAt - 4);
    if (!wav.isRf64) return;
    await file.write('RIFF', 0, 'latin1');
    if (wav.lengthsAt !== null) await file.write('JUNK', wav.lengthsAt, 'latin1');
  } finally {
    await file.close();
  }
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
