/**
 * Writes an MP4 file (H.264 + MP3) with the optional package `h264-mp4-encoder`: minih264 compiled to WebAssembly, which
 * gets only frames of this engine. Its MP4 is demuxed and muxed again to add sound, colour tags and a title, and to let
 * players start before the whole file is loaded.
 */
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { filmTags, VIDEO_COLOURS } from './film-tags.js';
import { FRAMES_PER_SECOND } from './frame-size.js';
import { clearTimes } from './mp4-times.js';
import type { SoundPackets } from './sound-packets.js';
import { addSound } from './webm.js';

/** The used part of the package's interface, declared here because the package may be absent at build time. */
interface H264Encoder {
  width: number;
  height: number;
  frameRate: number;
  speed: number;
  quantizationParameter: number;
  groupOfPictures: number;
  outputFilename: string;
  initialize(): void;
  addFrameRgba(rgba: Uint8Array | Uint8ClampedArray): void;
  finalize(): void;
  delete(): void;
  FS: { readFile(path: string): Uint8Array; unlink(path: string): void };
}

const PACKAGE = 'h264-mp4-encoder';
/** 10 best – 51 worst; 24 looks like the WebM of this engine at a fifth of its size. */
const QUANTIZER = 24;
/** 0 slowest – 10 fastest; below 8 it takes longer and improves drawn pictures little. */
const SPEED = 8;

/** Returns whether MP4 can be written; resolves the package without loading it. */
export function mp4Available(): boolean {
  try {
    createRequire(import.meta.url).resolve(PACKAGE);
    return true;
  } catch {
    return false;
  }
}

export interface Mp4Options {
  path: string;
  width: number;
  height: number;
  title: string;
  sound?: SoundPackets;
}

export interface Mp4File {
  /** Encodes synchronously; the frame (RGBA) may be reused afterwards. */
  addFrame(rgba: Uint8Array | Uint8ClampedArray): void;
  finish(): Promise<void>;
  cancel(): void;
}

export async function createMp4(options: Mp4Options): Promise<Mp4File> {
  const encoder = await loadEncoder();
  encoder.width = options.width;
  encoder.height = options.height;
  encoder.frameRate = FRAMES_PER_SECOND;
  encoder.speed = SPEED;
  encoder.quantizationParameter = QUANTIZER;
  encoder.groupOfPictures = FRAMES_PER_SECOND;
  let started = false;
  /** Returns the encoder's file. The file must be ended before the encoder is deleted, even if it is not used. */
  const end = () => {
    if (!started) return undefined;
    encoder.finalize();
    const bare = encoder.FS.readFile(encoder.outputFilename);
    encoder.FS.unlink(encoder.outputFilename);
    return bare;
  };
  return {
    addFrame: (rgba) => {
      if (!started) encoder.initialize();
      started = true;
      encoder.addFrameRgba(rgba);
    },
    finish: async () => {
      const bare = end();
      encoder.delete();
      if (!bare) throw new Error('a film without frames');
      await remux(bare, options);
    },
    cancel: () => {
      end();
      encoder.delete();
    },
  };
}

/** Loads the package and removes the process-wide crash handlers that its runtime installs. */
async function loadEncoder(): Promise<H264Encoder> {
  const events = ['uncaughtException', 'unhandledRejection'] as const;
  const before = events.map((event) => process.rawListeners(event));
  const loaded = (await import(PACKAGE)) as Loaded | { default: Loaded };
  const encoder = await ('default' in loaded ? loaded.default : loaded).createH264MP4Encoder();
  events.forEach((event, i) => {
    for (const listener of process.rawListeners(event)) {
      if (!before[i]!.includes(listener))
        process.removeListener(event, listener as (...args: unknown[]) => void);
    }
  });
  return encoder;
}

interface Loaded {
  createH264MP4Encoder(): Promise<H264Encoder>;
}

async function remux(bare: Uint8Array, options: Mp4Options): Promise<void> {
  const input = new Input({ source: new BufferSource(bare), formats: [MP4] });
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const video = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(video, { frameRate: FRAMES_PER_SECOND });
  const audio = options.sound && new EncodedAudioPacketSource(options.sound.codec);
  if (audio) output.addAudioTrack(audio);
  output.setMetadataTags(filmTags(options.title));
  try {
    const track = await input.getPrimaryVideoTrack();
    const config = await track?.getDecoderConfig();
    if (!track || !config) throw new Error('the H.264 encoder gave no video');
    await output.start();
    if (audio) await addSound(audio, options.sound!);
    const decoderConfig = { ...config, colorSpace: VIDEO_COLOURS };
    for await (const packet of new EncodedPacketSink(track).packets())
      await video.add(packet, { decoderConfig });
    await output.finalize();
    const file = new Uint8Array(target.buffer!);
    clearTimes(file);
    await writeFile(options.path, file);
  } finally {
    input.dispose();
  }
}
