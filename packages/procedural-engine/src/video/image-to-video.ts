/**
 * `embedded-animate`: moves a camera over the caller's picture. The motion is procedural; all pixels come from the picture.
 * Depth is a heuristic (pseudo-depth.ts), so the parallax is small.
 */
import sharp from 'sharp';
import { type EngineOperation, EngineRefusal, type EngineTask } from '../engine.js';
import { readPrompt } from '../picture/prompt-reading.js';
import { random } from '../random.js';
import type { Accents } from './accents.js';
import { type FilmFormat, refuseUnavailable } from './film.js';
import { FRAMES_PER_SECOND, type FrameSize, frameSize, type Resolution } from './frame-size.js';
import { type Light, LightMap, vignette } from './light-map.js';
import { moveNamed, reach, STILL_MOTIONS, type StillMotion, stillView, type View } from './motion.js';
import { ParticleField, type ParticleKind } from './particles.js';
import { type DepthMap, guessDepth } from './pseudo-depth.js';
import { makeScoredFilm } from './scored-film.js';
import { type Lens, type Still, StillWarp } from './still-warp.js';

interface AnimateInput {
  prompt: string;
  duration: number;
  motion: 'auto' | StillMotion;
  sound: boolean;
  resolution: Resolution;
  format: FilmFormat;
}

/** Pixels of the picture for each pixel of the frame at zoom 1: between the widest and the closest view. */
const DENSITY = 1.14;
/** Shift between near and far parts, as a share of the frame. */
const PARALLAX = 0.022;
const LARGEST_IMAGE_PIXELS = 50_000_000;

export const imageToVideo: EngineOperation = async (task, context) => {
  const input = readInput(task.input);
  refuseUnavailable(input.format);
  if (!task.imagePath) throw new EngineRefusal('invalid_input', 'An image is needed.');
  const ratio = await imageRatio(task.imagePath);
  const size = frameSize(ratio, input.resolution);
  const still = await loadStill(task.imagePath, size);
  const depth = await guessDepth(bytesOf(still), still.width, still.height);
  context.progress(4);
  context.signal.throwIfAborted();
  const film = {
    task,
    input,
    prompt: input.prompt || 'calm ambient',
    title: input.prompt || 'Animated image',
    size,
    painter: (seconds: number, accents: Accents) =>
      painter({ task, input, size, still, depth, seconds, accents }),
    progressFrom: 10,
  };
  return makeScoredFilm(film, context);
};

interface Shot {
  task: EngineTask;
  input: AnimateInput;
  size: FrameSize;
  still: Still;
  depth: DepthMap;
  seconds: number;
  accents: Accents;
}

function painter(shot: Shot): (index: number, target: Int32Array) => void {
  const { size, still, depth, accents, seconds } = shot;
  const motion = motionOf(shot);
  const far = reach(seconds);
  const warp = new StillWarp(still, size.width, size.height);
  const light = new LightMap(size.width, size.height);
  const kind = particlesOf(shot);
  const particles = kind && new ParticleField(kind, accents, random(shot.task.seed).fork('particles'));
  return (index, target) => {
    const now = index / FRAMES_PER_SECOND;
    const view = stillView(motion, now / seconds, far, depth.focus);
    view.zoom += 0.012 * accents.nudge(now);
    warp.draw(target, lensFor(view, still, depth));
    light.apply(target, lightAt(now / seconds, accents.pulse(now)));
    particles?.draw({ pixels: target, ...size }, now, view);
  };
}

/** Near parts follow the camera more than far parts; the shifts are symmetric about the middle depth. */
function lensFor(view: View, still: Still, depth: DepthMap): Lens {
  const room = (1 - 1 / view.zoom) / 2;
  const cx = 0.5 + Math.min(room, Math.max(-room, view.x));
  const cy = 0.5 + Math.min(room, Math.max(-room, view.y));
  return (u, v, place) => {
    const x = cx + (u - 0.5) / view.zoom;
    const y = cy + (v - 0.5) / view.zoom;
    const near = (depth.at(x, y) - 0.5) * PARALLAX;
    // The rim of the picture does not shift: there are no pixels beyond it.
    const rim = Math.min(1, 8 * Math.min(x, 1 - x, y, 1 - y));
    const shift = near * Math.max(0, rim);
    place[0] = (x + shift * (view.x * 12 - (u - 0.5) * (view.zoom - 1) * 6)) * still.width;
    place[1] = (y + shift * (view.y * 12 - (v - 0.5) * (view.zoom - 1) * 6)) * still.height;
  };
}

/** A soft band of light crosses the picture once; accents brighten the whole picture a little. */
function lightAt(t: number, pulse: number): Light {
  const centre = -0.35 + 1.7 * t;
  return (u, v, gains) => {
    const across = (u * 0.85 + v * 0.35 - centre) / 0.22;
    const sweep = 0.07 * Math.exp(-across * across);
    const gain = (0.985 + sweep + 0.045 * pulse) * vignette(u, v, 0.3);
    gains[0] = gain * (1 + 0.25 * sweep);
    gains[1] = gain;
    gains[2] = gain * (1 - 0.25 * sweep);
  };
}

function motionOf({ input, task }: Shot): StillMotion {
  if (input.motion !== 'auto') return input.motion;
  switch (moveNamed(input.prompt)) {
    case 'push-in':
      return 'zoom-in';
    case 'pull-out':
      return 'zoom-out';
    case 'pan-left':
      return 'pan-left';
    case 'pan-right':
      return 'pan-right';
    case 'drift':
      return 'orbit';
    case 'rise':
    case undefined:
      return random(task.seed).fork('motion').pick(STILL_MOTIONS);
  }
}

function particlesOf({ input, task }: Shot): ParticleKind | undefined {
  if (!input.prompt) return undefined;
  const { weather } = readPrompt(input.prompt, task.seed);
  if (weather === 'snow') return 'snow';
  return weather === 'rain' || weather === 'storm' ? 'rain' : undefined;
}

async function imageRatio(path: string): Promise<number> {
  try {
    const { autoOrient } = await sharp(path, { limitInputPixels: LARGEST_IMAGE_PIXELS }).metadata();
    return autoOrient.width / autoOrient.height;
  } catch {
    throw new EngineRefusal('invalid_input', 'The image could not be read.');
  }
}

/** Loads the picture upright, on black where it is transparent, at the pixel density of the camera. */
async function loadStill(path: string, size: FrameSize): Promise<Still> {
  try {
    const { data, info } = await sharp(path, { limitInputPixels: LARGEST_IMAGE_PIXELS, failOn: 'error' })
      .autoOrient()
      .toColourspace('srgb')
      .flatten({ background: '#000' })
      .resize(Math.round(size.width * DENSITY), Math.round(size.height * DENSITY), { fit: 'fill' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const pixels = new Int32Array(info.width * info.height);
    new Uint8Array(pixels.buffer).set(data);
    return { pixels, width: info.width, height: info.height };
  } catch {
    throw new EngineRefusal('invalid_input', 'The image could not be read.');
  }
}

function bytesOf(still: Still): Uint8Array {
  return new Uint8Array(still.pixels.buffer);
}

function readInput(input: Readonly<Record<string, unknown>>): AnimateInput {
  return {
    prompt: String(input.prompt ?? '').trim(),
    duration: Number(input.duration ?? 4),
    motion: (input.motion ?? 'auto') as AnimateInput['motion'],
    sound: input.sound === true,
    resolution: (input.resolution ?? '480p') as Resolution,
    format: (input.format ?? 'webm') as FilmFormat,
  };
}
