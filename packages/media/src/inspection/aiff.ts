/** Chunks have big-endian lengths; COMM describes the sound and SSND holds it. */
import { brokenFileError } from '../media-error.js';
import type { PartReader } from './part-reader.js';
import { PLACEHOLDER_SECONDS } from './placeholders.js';
import {
  correction,
  isStatedTrue,
  isWholeTrue,
  type SoundLayout,
  startsChunk,
  type StatedSound,
  wholeBlocks,
} from './sound-length.js';

const HEADER_BYTES = 8;
/** Offset and block size stand before the sound. */
const SOUND_HEAD_BYTES = 8;

/** Other codecs have the sample size of the description. */
const SAMPLE_BYTES: Readonly<Record<string, number>> = {
  'raw ': 1,
  ulaw: 1,
  alaw: 1,
  ULAW: 1,
  ALAW: 1,
  in24: 3,
  '42ni': 3,
  in32: 4,
  '23ni': 4,
  fl32: 4,
  FL32: 4,
  fl64: 8,
  FL64: 8,
};
/** The numbers are those of one channel. */
const PACKETS: Readonly<Record<string, { bytes: number; samples: number }>> = {
  ima4: { bytes: 34, samples: 64 },
  'GSM ': { bytes: 33, samples: 160 },
};
const IS_PCM = new Set(['NONE', 'twos', 'sowt']);

interface Description {
  framesAt: number;
  frames: number;
  rate: number;
  /** The block of all channels; null for a codec whose blocks are not known. */
  block: { bytes: number; samples: number } | null;
}

/** @throws {MediaError} without a description or without sound. */
export async function readAiff(parts: PartReader, size: number): Promise<SoundLayout> {
  const end = (await parts.read(4, 4)).readUInt32BE(0) + HEADER_BYTES;
  let description: Description | null = null;
  let sound: StatedSound | null = null;
  for (let at = 12; at + HEADER_BYTES <= size;) {
    const chunk = await parts.read(at, HEADER_BYTES + 22);
    const name = chunk.toString('latin1', 0, 4);
    const length = chunk.readUInt32BE(4);
    if (name === 'COMM' && chunk.length >= 26) description = describe(chunk, at);
    if (name === 'SSND' && chunk.length >= 16) {
      const dataAt = at + HEADER_BYTES + SOUND_HEAD_BYTES;
      const isFollowed = await startsChunk(parts, dataAt, size, HEADER_BYTES, (head) => head.readUInt32BE(4));
      sound = { at: dataAt, stated: Math.max(0, length - SOUND_HEAD_BYTES), isFollowed, end, size };
      // A placeholder leads nowhere.
      if (length < SOUND_HEAD_BYTES) break;
    }
    at += HEADER_BYTES + length + (length % 2);
  }
  if (!description || !sound) throw brokenFileError('The media file has no content.');
  return measure(description, sound);
}

function measure({ framesAt, frames, rate, block }: Description, sound: StatedSound): SoundLayout {
  const blockBytes = block?.bytes ?? 1;
  const bytesPerSecond = block ? (rate / block.samples) * block.bytes : rate;
  const dataBytes = wholeBlocks(sound, bytesPerSecond, blockBytes);
  if (dataBytes === null) return { isTruncated: true, durationSeconds: 0, corrections: [] };
  const durationSeconds = block ? dataBytes / bytesPerSecond : frames / rate;
  if (durationSeconds > PLACEHOLDER_SECONDS) throw brokenFileError('The media file cannot be read.');
  const write = (bytes: Buffer, value: number) => void bytes.writeUInt32BE(value);
  const stated = sound.stated + SOUND_HEAD_BYTES;
  // Some writers count the samples of packets.
  const isCountTrue = block?.samples !== 1 || (frames > 0 && frames * blockBytes <= dataBytes);
  return {
    isTruncated: false,
    durationSeconds,
    corrections: [
      ...(isWholeTrue(sound, dataBytes) ? [] : correction(4, sound.end, sound.size - HEADER_BYTES, write, 4)),
      ...(isStatedTrue(sound)
        ? []
        : correction(sound.at - SOUND_HEAD_BYTES - 4, stated, dataBytes + SOUND_HEAD_BYTES, write, 4)),
      ...(isCountTrue ? [] : correction(framesAt, frames, dataBytes / blockBytes, write, 4)),
    ],
  };
}

function describe(chunk: Buffer, at: number): Description {
  const channels = chunk.readUInt16BE(HEADER_BYTES);
  const bits = chunk.readUInt16BE(HEADER_BYTES + 6);
  const codec = chunk.readUInt32BE(4) >= 22 ? chunk.toString('latin1', 26, 30) : 'NONE';
  const sampleBytes = SAMPLE_BYTES[codec] ?? (IS_PCM.has(codec) ? Math.ceil(bits / 8) : null);
  const packet = PACKETS[codec] ?? (sampleBytes === null ? null : { bytes: sampleBytes, samples: 1 });
  return {
    framesAt: at + HEADER_BYTES + 2,
    frames: chunk.readUInt32BE(HEADER_BYTES + 2),
    rate: readExtended(chunk.subarray(HEADER_BYTES + 8)),
    block: packet && { bytes: packet.bytes * channels, samples: packet.samples },
  };
}

/** The number has 80 bits: a sign, 15 bits of exponent, 64 of mantissa. */
function readExtended(bytes: Buffer): number {
  const exponent = (bytes.readUInt16BE(0) & 0x7fff) - 16_383 - 63;
  return Number(bytes.readBigUInt64BE(2)) * 2 ** exponent;
}
