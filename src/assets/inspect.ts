/**
 * Looks into a file as far as needed to say that it is whole and what its measures are. Pictures are decoded to the
 * last row; sound and moving pictures are read packet by packet (nothing here can decode every codec).
 */
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
import sharp from 'sharp';
import { BrokenAsset } from './asset-errors.js';
import { isCutShort, statesMp3Frames } from './container-length.js';
import { sniffContent, type FoundContent } from './content-type.js';
import { checkGlb } from './glb.js';

export interface InspectedAsset {
  /** By content, in our spelling. */
  contentType: string;
  /** Pixels, as shown: after rotation by the picture's own orientation. */
  width?: number;
  height?: number;
  durationSeconds?: number;
}

/** 50 megapixels, all frames of an animation together: what a file of a few bytes may unpack to. */
const MAX_PIXELS = 50_000_000;
const DECODE_TIMEOUT_SECONDS = 60;

/** Named one by one: the library's list of all formats holds playlists, which would make it open other files. */
const FORMATS = [MP4, QTFF, MATROSKA, WEBM, WAVE, OGG, MP3, ADTS, FLAC];

/**
 * @param contentType what the file is taken for.
 * @throws {BrokenAsset} when it is something else, is cut short or does not decode.
 */
export async function inspectAsset(path: string, contentType: string): Promise<InspectedAsset> {
  const found = await sniffContent(path);
  if (!found || found.contentType !== contentType)
    throw new BrokenAsset('The file is not of the type it claims.');
  if (await isCutShort(path, contentType)) throw new BrokenAsset('The file is cut short.');
  switch (found.family) {
    case 'image':
      return { contentType, ...(await inspectImage(path, contentType)) };
    case 'video':
    case 'audio':
      return { contentType, ...(await inspectMedia(path, found)) };
    case '3d':
      await checkGlb(path);
      return { contentType };
  }
}

async function inspectImage(path: string, contentType: string): Promise<{ width: number; height: number }> {
  const animated = contentType === 'image/gif' || contentType === 'image/webp';
  const image = sharp(path, {
    failOn: 'error',
    limitInputPixels: MAX_PIXELS,
    sequentialRead: true,
    animated,
  });
  try {
    const { pages = 1, pageHeight, autoOrient } = await image.metadata();
    // Shrinking reads every row but keeps few: the whole decode costs time, not memory.
    await image
      .timeout({ seconds: DECODE_TIMEOUT_SECONDS })
      .resize(8, 8, { fit: 'fill', fastShrinkOnLoad: false })
      .raw()
      .toBuffer();
    return { width: autoOrient.width, height: pages > 1 && pageHeight ? pageHeight : autoOrient.height };
  } catch (error) {
    const tooMany = error instanceof Error && error.message.includes('pixel limit');
    throw new BrokenAsset(
      tooMany ? 'The picture has more than 50 megapixels.' : 'The picture does not decode.',
      error,
    );
  }
}

async function inspectMedia(path: string, found: FoundContent): Promise<Omit<InspectedAsset, 'contentType'>> {
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
