/** Chunks have 64-bit lengths; `desc` describes the sound, `data` holds it, `pakt` counts packets. */
import { brokenFileError } from '../media-error.js';
import type { PartReader } from './part-reader.js';
import {
  correction,
  isStatedTrue,
  type SoundLayout,
  startsChunk,
  type StatedSound,
  wholeBlocks,
} from './sound-length.js';

const HEADER_BYTES = 12;
/** A count of edits stands before the sound. */
const SOUND_HEAD_BYTES = 4;

interface Description {
  rate: number;
  /** 0 where packets differ in length. */
  packetBytes: number;
  packetSamples: number;
}

/** @throws {MediaError} without a description or without sound. */
export async function readCaf(parts: PartReader, size: number): Promise<SoundLayout> {
  let description: Description | null = null;
  let sound: StatedSound | null = null;
  let samples: number | null = null;
  for (let at = 8; at + HEADER_BYTES <= size;) {
    const chunk = await parts.read(at, HEADER_BYTES + 32);
    const name = chunk.toString('latin1', 0, 4);
    // A length of -1 means: up to the end of the file.
    const length = Number(chunk.readBigInt64BE(4));
    const body = chunk.subarray(HEADER_BYTES);
    if (name === 'desc' && body.length >= 28) description = describe(body);
    if (name === 'pakt' && body.length >= 24) samples = Number(body.readBigInt64BE(8));
    if (name === 'data') {
      const dataAt = at + HEADER_BYTES + SOUND_HEAD_BYTES;
      const stated = length < 0 ? Infinity : Math.max(0, length - SOUND_HEAD_BYTES);
      const isFollowed = await startsChunk(parts, dataAt, size, HEADER_BYTES, (head) =>
        Number(head.readBigInt64BE(4)),
      );
      sound = { at: dataAt, stated, isFollowed, end: 0, size };
    }
    if (length < 0 || (name === 'data' && length === 0)) break;
    at += HEADER_BYTES + length;
  }
  if (!description || !sound) throw brokenFileError('The media file has no content.');
  return measure(description, sound, samples);
}

function measure(
  { rate, packetBytes, packetSamples }: Description,
  sound: StatedSound,
  samples: number | null,
): SoundLayout {
  const isConstant = packetBytes > 0 && packetSamples > 0;
  const bytesPerSecond = isConstant ? (rate / packetSamples) * packetBytes : rate;
  const dataBytes = wholeBlocks(sound, bytesPerSecond, isConstant ? packetBytes : 1);
  if (dataBytes === null) return { isTruncated: true, durationSeconds: 0, corrections: [] };
  // Packets of different lengths cannot be found in the sound without their table.
  if (!isConstant && samples === null) throw brokenFileError('The media file cannot be read.');
  const write = (bytes: Buffer, value: number) => void bytes.writeBigInt64BE(BigInt(value));
  const length = dataBytes + SOUND_HEAD_BYTES;
  return {
    isTruncated: false,
    durationSeconds: isConstant ? dataBytes / bytesPerSecond : dataBytes > 0 ? samples! / rate : 0,
    corrections: isStatedTrue(sound)
      ? []
      : correction(sound.at - SOUND_HEAD_BYTES - 8, sound.stated + SOUND_HEAD_BYTES, length, write, 8),
  };
}

function describe(body: Buffer): Description {
  return {
    rate: body.readDoubleBE(0),
    packetBytes: body.readUInt32BE(16),
    packetSamples: body.readUInt32BE(20),
  };
}
