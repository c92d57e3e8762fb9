/** The media library does not read FLAC and Speex in Ogg: their pages are measured. */
import { open } from 'node:fs/promises';
import { brokenFileError } from '../media-error.js';
import { PartReader } from './part-reader.js';
import type { InspectionPolicy } from './policy.js';

const HEADER_BYTES = 27;
const MAX_SEGMENTS = 255;
/** The first packet describes the sound. */
const DESCRIPTION_BYTES = 64;

/** @throws {MediaError} when the file is truncated, has no sound or is of another codec. */
export async function measureOgg(
  path: string,
  policy: InspectionPolicy,
): Promise<{ durationSeconds: number }> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const parts = new PartReader(file, policy);
    let rate: number | null = null;
    let serial = 0;
    let samples = 0n;
    for (let at = 0; at < size;) {
      const page = await parts.read(at, HEADER_BYTES + MAX_SEGMENTS + DESCRIPTION_BYTES);
      // Bytes behind the last page do not belong to the file.
      if (page.toString('latin1', 0, 4) !== 'OggS') break;
      if (page.length < HEADER_BYTES) throw brokenFileError('The file is cut short.');
      const data = HEADER_BYTES + page[26]!;
      const lacing = page.subarray(HEADER_BYTES, data);
      if (at === 0) [rate, serial] = [rateOf(page.subarray(data)), page.readUInt32LE(14)];
      // A position of -1 means that no packet ends in this page.
      const position = page.readBigInt64LE(6);
      if (page.readUInt32LE(14) === serial && position > samples) samples = position;
      at += data + lacing.reduce((sum, length) => sum + length, 0);
      if (at > size) throw brokenFileError('The file is cut short.');
    }
    if (!rate) throw brokenFileError('The media file cannot be read.');
    const durationSeconds = Math.round((Number(samples) / rate) * 1000) / 1000;
    if (!(durationSeconds > 0)) throw brokenFileError('The media file has no content.');
    return { durationSeconds };
  } finally {
    await file.close();
  }
}

/** Returns samples a second; null for another codec. */
function rateOf(packet: Buffer): number | null {
  // A head of 17 bytes stands before the description of a FLAC file: 20 bits behind 10 bytes.
  if (packet.toString('latin1', 0, 5) === '\x7fFLAC' && packet.length >= 30)
    return packet.readUIntBE(27, 3) >> 4;
  if (packet.toString('latin1', 0, 5) === 'Speex' && packet.length >= 40) return packet.readUInt32LE(36);
  return null;
}
