/**
 * Makes a clip: paints frame after frame and feeds the encoder. It bounds memory and latency: at most two frames exist, a
 * frame is painted when its buffer is free again, and between two frames the event loop runs, so that an abort takes effect
 * within a frame.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Pcm } from '../audio/pcm.js';
import { type EngineContext, EngineRefusal } from '../engine.js';
import { FRAMES_PER_SECOND } from './frame-size.js';
import { createMp4, mp4Available } from './mp4.js';
import { encodeSound } from './sound-packets.js';
import { effortFor, encodeVp8, type Vp8Effort } from './vp8-frames.js';
import { createWebm } from './webm.js';

export type FilmFormat = 'webm' | 'mp4';

export interface FilmOptions {
  path: string;
  format: FilmFormat;
  width: number;
  height: number;
  frames: number;
  title: string;
  sound?: Pcm;
  /** Paints frame `index` into `target`: packed pixels (see packed-pixels.ts), every one of them. */
  paint(index: number, target: Int32Array): void;
  /** Progress (0–100) at the first frame; it is 100 after the last. */
  progressFrom: number;
}

/** Frames in the encoder at once: uses a second core, with little memory at 720p. */
const FRAMES_IN_FLIGHT = 2;

/** Encodes frames in order; the promise settles when the frame's buffer may be reused. */
interface FrameEncoder {
  take(rgba: Uint8ClampedArray, index: number): Promise<void>;
  finish(): Promise<void>;
  cancel(): Promise<void>;
}

/** Rejects an unavailable format before anything is painted. */
export function refuseUnavailable(format: FilmFormat): void {
  if (format !== 'mp4' || mp4Available()) return;
  throw new EngineRefusal('invalid_input', 'This server writes WebM only; ask for format "webm".');
}

export async function makeFilm(options: FilmOptions, context: EngineContext): Promise<void> {
  const taker = await (options.format === 'mp4' ? createMp4Encoder(options) : createWebmEncoder(options));
  const inFlight: Promise<void>[] = [];
  try {
    await paintAll(options, taker, inFlight, context);
    await taker.finish();
  } catch (error) {
    await Promise.allSettled(inFlight);
    await taker.cancel();
    throw error;
  }
}

async function paintAll(
  options: FilmOptions,
  taker: FrameEncoder,
  inFlight: Promise<void>[],
  context: EngineContext,
): Promise<void> {
  const { width, height, frames, progressFrom } = options;
  const buffers = Array.from({ length: FRAMES_IN_FLIGHT }, () => new Int32Array(width * height));
  for (let index = 0; index < frames; index++) {
    const slot = index % FRAMES_IN_FLIGHT;
    await inFlight[slot];
    await nextTurn();
    context.signal.throwIfAborted();
    const target = buffers[slot]!;
    options.paint(index, target);
    inFlight[slot] = taker.take(new Uint8ClampedArray(target.buffer), index);
    // The error is handled when the slot is used again; until then it must not count as unhandled.
    inFlight[slot].catch(() => undefined);
    context.progress(progressFrom + ((100 - progressFrom) * (index + 1)) / (frames + 1));
  }
  await Promise.all(inFlight);
  context.signal.throwIfAborted();
}

async function createWebmEncoder(options: FilmOptions): Promise<FrameEncoder> {
  const { width, height, title, path } = options;
  const sound = options.sound && (await encodeSound(options.sound, 'vorbis', title));
  const file = await createWebm({ path, width, height, title, ...(sound ? { sound } : {}) });
  let written = Promise.resolve();
  let effort: Promise<Vp8Effort> | undefined;
  return {
    take: (data, index) => {
      const frame = { data, width, height };
      effort ??= effortFor(frame);
      const encoded = effort.then((chosen) => encodeVp8(frame, chosen));
      const before = written;
      written = (async () => {
        const chunk = await encoded;
        await before;
        await file.addFrame(chunk, index / FRAMES_PER_SECOND, 1 / FRAMES_PER_SECOND);
      })();
      return written;
    },
    finish: () => file.finish(),
    cancel: () => file.cancel(),
  };
}

async function createMp4Encoder(options: FilmOptions): Promise<FrameEncoder> {
  const { width, height, title, path } = options;
  const sound = options.sound && (await encodeSound(options.sound, 'mp3', title));
  const file = await createMp4({ path, width, height, title, ...(sound ? { sound } : {}) });
  return {
    take: async (rgba) => file.addFrame(rgba),
    finish: () => file.finish(),
    cancel: async () => file.cancel(),
  };
}
