/** Writers that stream leave a placeholder, so the length of the file decides then. The sound is never decoded. */
import { open } from 'node:fs/promises';
import { brokenFileError } from '../media-error.js';
import { PartReader } from './part-reader.js';
import type { InspectionPolicy } from './policy.js';

/** A stated length from here on that the file does not have is a placeholder: an hour and a half of CD sound. */
const PLACEHOLDER_SOUND_BYTES = 1_000_000_000;
/** A round length from here on is one, too. */
const ROUND_BYTES = 16 * 1024 * 1024;

/** Positions and lengths are in bytes. */
export interface StatedSound {
  at: number;
  stated: number;
  /** Whether another chunk follows at once. */
  isFollowed: boolean;
  /** The end of the whole file as its header states it. */
  end: number;
  size: number;
}

/** Returns null when the file ends before a true length. */
export function soundBytes(sound: StatedSound): number | null {
  const toEnd = sound.size - sound.at;
  // A length of 0 means a header that was written first and never completed, or no sound.
  if (sound.stated === 0) return sound.isFollowed ? 0 : toEnd;
  if (sound.stated <= toEnd) return sound.stated;
  if (sound.end === sound.size) return toEnd;
  if (!isPlaceholder(sound.stated)) return null;
  return sound.end > sound.at && sound.end < sound.size ? sound.end - sound.at : toEnd;
}

export const isStatedTrue = ({ at, stated, size }: Pick<StatedSound, 'at' | 'stated' | 'size'>): boolean =>
  stated > 0 && stated <= size - at;

export const isWholeTrue = ({ at, end, size }: StatedSound, soundBytes: number): boolean =>
  end <= size && end >= at + soundBytes;

/** Sound is hardly ever four letters and a length that fits. @param lengthOf reads the length from the header of a chunk. */
export async function startsChunk(
  parts: PartReader,
  at: number,
  size: number,
  headerBytes: number,
  lengthOf: (header: Buffer) => number,
): Promise<boolean> {
  const header = await parts.read(at, headerBytes);
  if (header.length < headerBytes || !/^[\x20-\x7e]{4}$/.test(header.toString('latin1', 0, 4))) return false;
  const length = lengthOf(header);
  return length >= 0 && at + headerBytes + length <= size;
}

/** A length is round in decimal or hexadecimal numbers, as 100,000,000 and `0fffffff` are. */
function isPlaceholder(stated: number): boolean {
  const isRound = [0, 0xfff].includes(stated % 0x1000) || stated % 1_000_000 === 0;
  return stated >= PLACEHOLDER_SOUND_BYTES || (stated >= ROUND_BYTES && isRound);
}

export interface SoundLayout {
  isTruncated: boolean;
  durationSeconds: number;
  /** A true header has these bytes where this one has something else. */
  corrections: readonly { at: number; bytes: Buffer }[];
}

export type ReadSoundLayout = (parts: PartReader, size: number) => Promise<SoundLayout>;

/** Returns nothing to correct when the number is the true one. */
export function correction(
  at: number,
  stated: number,
  actual: number,
  write: (bytes: Buffer, value: number) => void,
  length: number,
): SoundLayout['corrections'] {
  if (stated === actual) return [];
  const bytes = Buffer.alloc(length);
  write(bytes, actual);
  return [{ at, bytes }];
}

/** @throws {MediaError} when the rate is none. @returns null when the sound is cut short. */
export function wholeBlocks(sound: StatedSound, bytesPerSecond: number, blockBytes: number): number | null {
  if (!(bytesPerSecond > 0 && bytesPerSecond < Infinity && blockBytes > 0))
    throw brokenFileError('The media file cannot be read.');
  const available = soundBytes(sound);
  return available === null ? null : available - (available % blockBytes);
}

/** @throws {MediaError} when the file is truncated, has no sound or cannot be read. */
export async function inspectSound(
  path: string,
  readLayout: ReadSoundLayout,
  policy: InspectionPolicy,
): Promise<{ durationSeconds: number }> {
  return durationOf(await readSound(path, readLayout, policy));
}

/** @throws {MediaError} when the sound is cut short, or none. */
export function durationOf({
  isTruncated,
  durationSeconds,
}: Pick<SoundLayout, 'isTruncated' | 'durationSeconds'>): { durationSeconds: number } {
  if (isTruncated) throw brokenFileError('The file is cut short.');
  if (!(durationSeconds > 0)) throw brokenFileError('The media file has no content.');
  return { durationSeconds: Math.round(durationSeconds * 1000) / 1000 };
}

/** A truncated file, and one without sound, is left as it is. */
export async function mendSound(
  path: string,
  readLayout: ReadSoundLayout,
  policy: InspectionPolicy,
): Promise<void> {
  const { isTruncated, durationSeconds, corrections } = await readSound(path, readLayout, policy);
  if (isTruncated || !(durationSeconds > 0) || corrections.length === 0) return;
  const file = await open(path, 'r+');
  try {
    for (const { at, bytes } of corrections) await file.write(bytes, 0, bytes.length, at);
  } finally {
    await file.close();
  }
}

async function readSound(
  path: string,
  readLayout: ReadSoundLayout,
  policy: InspectionPolicy,
): Promise<SoundLayout> {
  const file = await open(path, 'r');
  try {
    return await readLayout(new PartReader(file, policy), (await file.stat()).size);
  } finally {
    await file.close();
  }
}
