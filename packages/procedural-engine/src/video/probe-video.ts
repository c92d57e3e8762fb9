/**
 * Reads the facts of a video file from its container without decoding a frame. Only the containers named here are opened:
 * a playlist format could make the reader open other files.
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
  /** Null: one that the reader does not know. */
  codec: VideoCodec | null;
  frames: number;
  hasAudio: boolean;
  /** Whether an MP4 file can contain the sound without encoding it again. */
  canCopyAudio: boolean;
  /** The container's name for ffmpeg's `-f`. */
  container: 'matroska' | 'mov';
}

/** @throws EngineRefusal when the file is not a video of a supported format. */
export async function probeVideo(path: string): Promise<VideoFacts> {
  return reading(path, async (input, track) => {
    const [format, codec] = [await input.getFormat(), await track.getCodec()];
    const audio = await input.getPrimaryAudioTrack();
    const stats = await track.computePacketStats();
    return {
      width: await track.getDisplayWidth(),
      height: await track.getDisplayHeight(),
      durationSeconds: await durationOf(input),
      codec,
      frames: stats.packetCount,
      hasAudio: audio !== null,
      canCopyAudio: ['aac', 'mp3'].includes((await audio?.getCodec()) ?? ''),
      container: format === MATROSKA || format === WEBM ? 'matroska' : 'mov',
    };
  });
}

/** Returns the length by the packets, or the header's if it only adds the last frame, which has no length in WebM. */
async function durationOf(input: Input): Promise<number> {
  const [counted, stated] = [await input.computeDuration(), await input.getDurationFromMetadata()];
  return Math.max(counted, Math.min(stated ?? 0, counted + 0.1));
}

/** Returns whether the file is WebM with VP8 key frames only, which this engine writes and sharp can decode. */
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

/** Opens the file, calls `work` with its picture track and closes it; turns errors of the reader into a refusal. */
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
