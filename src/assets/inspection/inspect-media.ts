/** Sound and moving pictures: read packet by packet, for nothing here can decode every codec. */
import { setImmediate as turn } from 'node:timers/promises';
import {
  ADTS,
  EncodedPacketSink,
  FilePathSource,
  FLAC,
  Input,
  type InputTrack,
  MATROSKA,
  MP3,
  MP4,
  OGG,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny';
import { BrokenAsset } from '../storage/asset-errors.js';
import { statesMp3Frames } from './container-length.js';
import type { FoundContent } from './content-type.js';

/** Named one by one: the library's list of all formats holds playlists, which would make it open other files. */
const FORMATS = [MP4, QTFF, MATROSKA, WEBM, WAVE, OGG, MP3, ADTS, FLAC];

/** A day of sound in packets of 20 ms. A header of a few bytes can name four thousand million. */
const MAX_PACKETS = 4_000_000;
const MAX_MS = 60_000;
/** Packets after which the event loop has its turn. */
const PER_TURN = 500;

/** What a media file says of itself once every packet of it has been read. */
export interface MediaMeasures {
  durationSeconds: number;
  /** Pixels, as shown; absent for sound. */
  width?: number;
  height?: number;
  /** Average over the picture track; absent for sound. */
  framesPerSecond?: number;
}

/** @throws {BrokenAsset} when it cannot be read, is cut short or has nothing in it. */
export async function inspectMedia(path: string, found: FoundContent): Promise<MediaMeasures> {
  const input = new Input({ formats: FORMATS, source: new FilePathSource(path) });
  try {
    const video = await input.getPrimaryVideoTrack();
    const { durationSeconds, framesPerSecond } = await walkPackets(input, video);
    const stated = await input.getDurationFromMetadata();
    // MP3 has no length of its own but may state its frames in front; the demuxer takes that from the first frame.
    if (
      found.contentType === 'audio/mpeg' &&
      (await statesMp3Frames(path)) &&
      stated &&
      durationSeconds < stated * 0.9
    ) {
      throw new BrokenAsset('The file is cut short.');
    }
    if (found.family === 'audio' || !video) return { durationSeconds };
    const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()];
    return { durationSeconds, width, height, framesPerSecond };
  } catch (error) {
    throw error instanceof BrokenAsset ? error : new BrokenAsset('The media file cannot be read.', error);
  } finally {
    input.dispose();
  }
}

/** Reads every packet of every track: the time at which the last one ends, and how close the video's frames are. */
async function walkPackets(
  input: Input,
  video: InputTrack | null,
): Promise<{ durationSeconds: number; framesPerSecond: number }> {
  let endSeconds = 0;
  let packets = 0;
  const until = performance.now() + MAX_MS;
  const frames = { count: 0, first: Infinity, last: -Infinity };
  for (const track of await input.getTracks()) {
    for await (const { timestamp, duration } of new EncodedPacketSink(track).packets()) {
      packets += 1;
      if (packets > MAX_PACKETS || performance.now() > until)
        throw new BrokenAsset('The media file is too long.');
      if (packets % PER_TURN === 0) await turn();
      endSeconds = Math.max(endSeconds, timestamp + duration);
      if (track.id !== video?.id) continue;
      frames.count += 1;
      frames.first = Math.min(frames.first, timestamp);
      frames.last = Math.max(frames.last, timestamp);
    }
  }
  if (packets === 0 || !(endSeconds > 0)) throw new BrokenAsset('The media file has no content.');
  // Between the first and the last frame: WebM does not say how long the last one is shown.
  const rate =
    frames.last > frames.first
      ? (frames.count - 1) / (frames.last - frames.first)
      : frames.count / endSeconds;
  return { durationSeconds: thousandths(endSeconds), framesPerSecond: thousandths(rate) };
}

function thousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}
