/** Inspects audio and video packet by packet, because no decoder for every codec is available. */
import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Input, InputFormat, InputTrack, Source } from 'mediabunny';
import { mediaLibrary } from '../libraries/library-loading.js';
import { brokenFileError, MediaError } from '../media-error.js';
import { hasXingHeader } from './container-length.js';
import { measureOgg } from './ogg.js';
import { PLACEHOLDER_SECONDS } from './placeholders.js';
import type { InspectionPolicy } from './policy.js';
import { problemOfCodec } from './video-codec.js';

/** Listed explicitly: the library's list of all formats includes playlists, which make it open other files. */
function inputFormats(): InputFormat[] {
  const { ADTS, FLAC, MATROSKA, MP3, MP4, OGG, QTFF, WEBM } = mediaLibrary();
  return [MP4, QTFF, MATROSKA, WEBM, OGG, MP3, ADTS, FLAC];
}

/** A day of audio has so many packets of 20 ms. A header of a few bytes can claim four billion. */
const MAX_PACKETS = 4_000_000;
/** The demuxer leaves out a last block of a few bytes, which silence has. */
const FLAC_BLOCK_SECONDS = 1;
const PACKETS_PER_ITERATION = 500;

export interface MediaMeasures {
  durationSeconds: number;
  /** Displayed pixels; absent for audio. */
  width?: number;
  height?: number;
  /** Average over the video track; absent for audio. */
  framesPerSecond?: number;
  frames?: number;
}

/**
 * Returns the stated duration, which shows whether a sound is whole; 0 when none is stated. Without a count of frames the demuxer estimates
 * that of an MP3 from the bit rate of the first one, which detects no truncation.
 */
async function statedSeconds(
  input: Input,
  file: string | Source,
  contentType: string,
  policy: InspectionPolicy,
): Promise<number> {
  const isMp3 = contentType === 'audio/mpeg' && typeof file === 'string';
  if (contentType !== 'audio/flac' && !(isMp3 && (await hasXingHeader(file, policy)))) return 0;
  const stated = (await input.getDurationFromMetadata()) ?? 0;
  return stated < PLACEHOLDER_SECONDS ? stated : 0;
}

/** @throws {MediaError} when the file cannot be read, is truncated or has no content. */
export async function inspectMedia(
  file: string | Source,
  contentType: string,
  policy: InspectionPolicy,
): Promise<MediaMeasures> {
  const { FilePathSource, Input } = mediaLibrary();
  const input = new Input({
    formats: inputFormats(),
    source: typeof file === 'string' ? new FilePathSource(file) : file,
  });
  try {
    const isUnread = contentType === 'audio/ogg' && (await input.getTracks()).length === 0;
    if (isUnread && typeof file === 'string') return await measureOgg(file, policy);
    const video = await input.getPrimaryVideoTrack();
    const problem = video && policy.needsKnownCodec ? await problemOfCodec(video) : null;
    if (problem !== null) throw brokenFileError(problem);
    const { readSeconds, framesPerSecond, frames } = await readPackets(input, video, policy);
    const stated = await statedSeconds(input, file, contentType, policy);
    const isFlac = contentType === 'audio/flac';
    if (readSeconds < stated * 0.9 - (isFlac ? FLAC_BLOCK_SECONDS : 0))
      throw brokenFileError('The file is cut short.');
    const durationSeconds = isFlac ? Math.max(readSeconds, roundToThousandths(stated)) : readSeconds;
    // A sound file may hold its cover as a video of one frame.
    if (!video || (contentType.startsWith('audio/') && frames < 2)) return { durationSeconds };
    const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()];
    return { durationSeconds, width, height, framesPerSecond, frames };
  } catch (error) {
    throw error instanceof MediaError ? error : brokenFileError('The media file cannot be read.', error);
  } finally {
    input.dispose();
  }
}

/** Returns the end of the last packet and the frame rate of the video. */
async function readPackets(
  input: Input,
  video: InputTrack | null,
  { packetsSeconds }: InspectionPolicy,
): Promise<{ readSeconds: number; framesPerSecond: number; frames: number }> {
  const { EncodedPacketSink } = mediaLibrary();
  let endSeconds = 0;
  let packets = 0;
  const deadline = performance.now() + packetsSeconds * 1000;
  const frames = { count: 0, first: Infinity, last: -Infinity };
  for (const track of await input.getTracks()) {
    let seconds = 0;
    for await (const { timestamp, duration } of new EncodedPacketSink(track).packets()) {
      packets += 1;
      if (packets > MAX_PACKETS || performance.now() > deadline)
        throw brokenFileError('The media file is too long.');
      if (packets % PACKETS_PER_ITERATION === 0) await nextIteration();
      seconds += duration;
      // When the writer did not know a time, the durations of the packets add up to it.
      const end = timestamp + duration;
      endSeconds = Math.max(endSeconds, end < PLACEHOLDER_SECONDS ? end : seconds);
      if (track.id !== video?.id) continue;
      frames.count += 1;
      frames.first = Math.min(frames.first, timestamp);
      frames.last = Math.max(frames.last, timestamp);
    }
  }
  if (packets === 0 || !(endSeconds > 0)) throw brokenFileError('The media file has no content.');
  // The rate is measured from the first to the last frame, because WebM does not state the duration of the last one.
  const rate =
    frames.last > frames.first
      ? (frames.count - 1) / (frames.last - frames.first)
      : frames.count / endSeconds;
  return {
    readSeconds: roundToThousandths(endSeconds),
    framesPerSecond: roundToThousandths(rate),
    frames: frames.count,
  };
}

function roundToThousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}
