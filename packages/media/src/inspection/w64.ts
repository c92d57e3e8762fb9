/** Sony's Wave64 has the chunks of WAV under names of 16 bytes and lengths of 64 bits, which count their header. */
import { brokenFileError } from '../media-error.js';
import type { PartReader } from './part-reader.js';
import {
  correction,
  isStatedTrue,
  isWholeTrue,
  type SoundLayout,
  type StatedSound,
  wholeBlocks,
} from './sound-length.js';
import { rateOf, type WavRate } from './wav.js';

const HEADER_BYTES = 24;
/** Follows the four letters of every name but the first. */
const W64_NAME_REST = Buffer.from('f3acd3118cd100c04f8edb8a', 'hex');

/** @throws {MediaError} without a description or without sound. */
export async function readW64(parts: PartReader, size: number): Promise<SoundLayout> {
  const head = await parts.read(0, 40);
  if (head.length < 40) throw brokenFileError('The file is cut short.');
  const end = Number(head.readBigUInt64LE(16));
  let rate: WavRate | null = null;
  for (let at = 40; at + HEADER_BYTES <= size;) {
    const chunk = await parts.read(at, HEADER_BYTES + 20);
    const name = chunk.toString('latin1', 0, 4);
    const length = Number(chunk.readBigUInt64LE(16));
    if (name === 'fmt ' && chunk.length >= HEADER_BYTES + 14) rate = rateOf(chunk.subarray(HEADER_BYTES));
    if (name === 'data' && rate) {
      const dataAt = at + HEADER_BYTES;
      const isFollowed = (await parts.read(dataAt + 4, 12)).equals(W64_NAME_REST);
      const stated = Math.max(0, length - HEADER_BYTES);
      return measure(rate, { at: dataAt, stated, isFollowed, end, size });
    }
    // A length that does not reach behind its header leads nowhere.
    at += Math.max(HEADER_BYTES, Math.ceil(length / 8) * 8);
  }
  throw brokenFileError('The media file has no content.');
}

function measure({ bytesPerSecond, blockBytes }: WavRate, sound: StatedSound): SoundLayout {
  const dataBytes = wholeBlocks(sound, bytesPerSecond, blockBytes);
  if (dataBytes === null) return { isTruncated: true, durationSeconds: 0, corrections: [] };
  const write = (bytes: Buffer, value: number) => void bytes.writeBigUInt64LE(BigInt(value));
  const stated = sound.stated + HEADER_BYTES;
  return {
    isTruncated: false,
    durationSeconds: dataBytes / bytesPerSecond,
    corrections: [
      ...(isWholeTrue(sound, dataBytes) ? [] : correction(16, sound.end, sound.size, write, 8)),
      ...(isStatedTrue(sound) ? [] : correction(sound.at - 8, stated, dataBytes + HEADER_BYTES, write, 8)),
    ],
  };
}
