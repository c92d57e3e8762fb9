/**
 * Writes a seekable WebM file (VP8 + Vorbis): mediabunny writes the duration and the cues at the end. It muxes packets;
 * `vp8-frames.ts` and `sound-packets.ts` encode them.
 */
import {
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  FilePathTarget,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import { filmTags, VIDEO_COLOURS } from './film-tags.js';
import type { SoundPackets } from './sound-packets.js';

export interface WebmOptions {
  path: string;
  width: number;
  height: number;
  title: string;
  sound?: SoundPackets;
}

export interface WebmFile {
  /** @param timestamp, duration seconds. Frames come in order. */
  addFrame(vp8: Uint8Array, timestamp: number, duration: number): Promise<void>;
  finish(): Promise<void>;
  /** Closes the unfinished file. */
  cancel(): Promise<void>;
}

export async function createWebm(options: WebmOptions): Promise<WebmFile> {
  const output = new Output({ format: new WebMOutputFormat(), target: new FilePathTarget(options.path) });
  const video = new EncodedVideoPacketSource('vp8');
  output.addVideoTrack(video);
  const audio = options.sound && new EncodedAudioPacketSource(options.sound.codec);
  if (audio) output.addAudioTrack(audio);
  output.setMetadataTags(filmTags(options.title));
  await output.start();
  if (audio) await addSound(audio, options.sound!);
  const decoderConfig = {
    codec: 'vp8',
    codedWidth: options.width,
    codedHeight: options.height,
    colorSpace: VIDEO_COLOURS,
  };
  return {
    addFrame: (vp8, timestamp, duration) =>
      video.add(new EncodedPacket(vp8, 'key', timestamp, duration), { decoderConfig }),
    finish: () => output.finalize(),
    cancel: () => output.cancel(),
  };
}

/** Adds all the sound before the first frame: it is small, and the muxer interleaves it with the frames. */
export async function addSound(track: EncodedAudioPacketSource, sound: SoundPackets): Promise<void> {
  for (const packet of sound.packets) await track.add(packet, { decoderConfig: sound.decoderConfig });
  track.close();
}
