/**
 * What is in a video file, read from its container without decoding a frame. Only the containers named here are
 * opened: a playlist format could make a reader fetch other files, and a caller's file must never do that.
 */
import {
  EncodedPacketSink,
  FilePathSource,
  Input,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  QTFF,
  type VideoCodec,
  WEBM,
} from 'mediabunny';
import { EngineRefusal } from '../engine.js';
import { isVp8KeyFrame } from './vp8-frames.js';

export interface VideoFacts {
  /** Pixels as shown, after rotation and pixel shape. */
  width: number;
  height: number;
  durationSeconds: number;
  codec: VideoCodec;
  frames: number;
  hasAudio: boolean;
  /** Sound that an MP4 file can carry as it is. */
  copyableAudio: boolean;
  /** The container's name for ffmpeg's `-f`. */
  container: 'matroska' | 'mov';
}

/** @throws EngineRefusal when it is not a video this engine knows. */
export async function probeVideo(path: string): Promise<VideoFacts> {
  return reading(path, async (input, track) => {
    const [format, codec] = [await input.getFormat(), await track.getCodec()];
    if (!codec) throw unreadable();
    const audio = await input.getPrimaryAudioTrack();
    const stats = await track.computePacketStats();
    return {
      width: await track.getDisplayWidth(),
      height: await track.getDisplayHeight(),
      durationSeconds: await durationOf(input),
      codec,
      frames: stats.packetCount,
      hasAudio: audio !== null,
      copyableAudio: ['aac', 'mp3'].includes((await audio?.getCodec()) ?? ''),
      container: format === MATROSKA || format === WEBM ? 'matroska' : 'mov',
    };
  });
}

/** The packets' own length; the header's only where it adds no more than the last frame, which WebM gives no length. */
async function durationOf(input: Input): Promise<number> {
  const [counted, stated] = [await input.computeDuration(), await input.getDurationFromMetadata()];
  return Math.max(counted, Math.min(stated ?? 0, counted + 0.1));
}

/** True for VP8 in WebM whose every frame stands alone: what this engine writes, and sharp can decode. */
export async function isAllVp8KeyFrames(path: string): Promise<boolean> {
  return reading(path, async (_input, track) => {
    if ((await track.getCodec()) !== 'vp8') return false;
    if (await track.canBeTransparent()) return false;
    for await (const packet of new EncodedPacketSink(track).packets()) {
      if (!isVp8KeyFrame(packet.data)) return false;
    }
    return true;
  });
}

/** Opens the file, hands over its picture track and closes it; a reader's own error becomes a refusal. */
export async function reading<T>(
  path: string,
  work: (input: Input, track: InputVideoTrack) => Promise<T>,
): Promise<T> {
  const input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF, MATROSKA, WEBM] });
  try {
    const track = await input.getPrimaryVideoTrack().catch(() => null);
    if (!track) throw unreadable();
    return await work(input, track);
  } finally {
    input.dispose();
  }
}

export function unreadable(): EngineRefusal {
  return new EngineRefusal('invalid_input', 'The video could not be read.');
}
