/** Sun's and NeXT's sound files (AU) have six numbers, an annotation, the sound. */
import { brokenFileError } from '../media-error.js';
import type { PartReader } from './part-reader.js';
import { correction, isStatedTrue, type SoundLayout, wholeBlocks } from './sound-length.js';

const HEADER_BYTES = 24;
/** The encodings are µ-law, PCM, float, ADPCM, A-law. */
const SAMPLE_BITS: Readonly<Record<number, number>> = {
  1: 8,
  2: 8,
  3: 16,
  4: 24,
  5: 32,
  6: 32,
  7: 64,
  23: 4,
  24: 4,
  25: 3,
  26: 5,
  27: 8,
};

/** @throws {MediaError} when the encoding is not known. */
export async function readAu(parts: PartReader, size: number): Promise<SoundLayout> {
  const head = await parts.read(0, HEADER_BYTES);
  if (head.length < HEADER_BYTES) throw brokenFileError('The file is cut short.');
  // Machines whose numbers are backwards write the name backwards.
  const isLittle = head.toString('latin1', 0, 4) === 'dns.';
  const number = (at: number) => (isLittle ? head.readUInt32LE(at) : head.readUInt32BE(at));
  const [at, stated, bits, rate, channels] = [
    number(4),
    number(8),
    SAMPLE_BITS[number(12)],
    number(16),
    number(20),
  ];
  if (bits === undefined || at < HEADER_BYTES) throw brokenFileError('The media file cannot be read.');
  const bytesPerSecond = (rate * channels * bits) / 8;
  const sound = { at, stated, isFollowed: at >= size, end: 0, size };
  const dataBytes = wholeBlocks(sound, bytesPerSecond, Math.max(1, Math.floor((channels * bits) / 8)));
  if (dataBytes === null) return { isTruncated: true, durationSeconds: 0, corrections: [] };
  const write = (bytes: Buffer, value: number) =>
    void (isLittle ? bytes.writeUInt32LE(value) : bytes.writeUInt32BE(value));
  return {
    isTruncated: false,
    durationSeconds: dataBytes / bytesPerSecond,
    corrections: isStatedTrue(sound) ? [] : correction(8, stated, dataBytes, write, 4),
  };
}
