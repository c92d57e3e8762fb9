/** Sound and moving pictures: read packet by packet, for nothing here can decode every codec. */
import {
  ADTS,
  EncodedPacketSink,
  FilePathSource,
  FLAC,
  Input,
  MATROSKA,
  MP3,
  MP4,
  OGG,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny';
import { BrokenAsset } from './asset-errors.js';
import { statesMp3Frames } from './container-length.js';
import type { FoundContent } from './content-type.js';

/** Named one by one: the library's list of all formats holds playlists, which would make it open other files. */
const FORMATS = [MP4, QTFF, MATROSKA, WEBM, WAVE, OGG, MP3, ADTS, FLAC];

/** What a media file says of itself once every packet of it has been read. */
export interface MediaMeasures {
  durationSeconds: number;
  /** Pixels, as shown; absent for sound. */
  width?: number;
  height?: number;
}

/** @throws {BrokenAsset} when it cannot be read, is cut short or has nothing in it. */
export async function inspectMedia(path: string, found: FoundContent): Promise<MediaMeasures> {
  const input = new Input({ formats: FORMATS, source: new FilePathSource(path) });
  try {
    const durationSeconds = await walkPackets(input);
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
    const video = await input.getPrimaryVideoTrack();
    if (found.family === 'audio' || !video) return { durationSeconds };
    return { durationSeconds, width: await video.getDisplayWidth(), height: await video.getDisplayHeight() };
  } catch (error) {
    throw error instanceof BrokenAsset ? error : new BrokenAsset('The media file cannot be read.', error);
  } finally {
    input.dispose();
  }
}

/** Reads every packet of every track and gives the time at which the last one ends. */
async function walkPackets(input: Input): Promise<number> {
  let endSeconds = 0;
  let packets = 0;
  for (const track of await input.getTracks()) {
    for await (const packet of new EncodedPacketSink(track).packets()) {
      packets += 1;
      endSeconds = Math.max(endSeconds, packet.timestamp + packet.duration);
    }
  }
  if (packets === 0 || !(endSeconds > 0)) throw new BrokenAsset('The media file has no content.');
  return Math.round(endSeconds * 1000) / 1000;
}
