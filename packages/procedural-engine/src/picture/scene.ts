/**
 * Paints a prompt as layers from the sky to the foreground, and flattens them to one picture. A still image uses both; a
 * video moves a camera through the layers. The words choose a scene family; noise and the seed determine the rest.
 */
import sharp from 'sharp';
import { random } from '../random.js';
import { hash2 } from './noise.js';
import { type PromptReading, readPrompt, type SceneFamily } from './prompt-reading.js';
import { paintAbstract } from './scenes/abstract.scene.js';
import { paintCity } from './scenes/city.scene.js';
import { paintDesert } from './scenes/desert.scene.js';
import { paintForest } from './scenes/forest.scene.js';
import { paintLandscape } from './scenes/landscape.scene.js';
import { paintMeadow } from './scenes/meadow.scene.js';
import { paintPortrait } from './scenes/portrait.scene.js';
import { paintSea } from './scenes/sea.scene.js';
import { paintSpace } from './scenes/space.scene.js';
import { paintStillLife } from './scenes/still-life.scene.js';
import { tonesOf } from './schemes.js';
import { frameOf } from './sheet.js';
import { type Particles, type ScenePainter, Studio } from './studio.js';

export interface SceneLayer {
  name: string;
  /** 0 is farthest (the sky), 1 nearest. */
  depth: number;
  /** Raw RGBA, straight alpha. */
  rgba: Buffer;
  /** Pixels, overscan included. */
  width: number;
  height: number;
}

export interface Scene {
  /** The visible frame in pixels, without overscan. */
  width: number;
  height: number;
  /** Farthest first. */
  layers: SceneLayer[];
  reading: PromptReading;
  particles?: Particles;
  /** 0-1: strength of the bloom around bright parts. */
  bloom: number;
  caption: string;
}

export interface SceneOptions {
  prompt: string;
  seed: string;
  /** Visible frame, pixels. */
  width: number;
  height: number;
  /** Share of the frame by which layers extend on each side, for camera moves. */
  overscan?: number;
  progress?: (fraction: number) => void;
  signal?: AbortSignal;
}

const PAINTERS: Record<SceneFamily, ScenePainter> = {
  landscape: paintLandscape,
  sea: paintSea,
  city: paintCity,
  forest: paintForest,
  space: paintSpace,
  portrait: paintPortrait,
  'still-life': paintStillLife,
  abstract: paintAbstract,
  desert: paintDesert,
  meadow: paintMeadow,
};

export async function paintScene(options: SceneOptions): Promise<Scene> {
  options.signal?.throwIfAborted();
  const reading = readPrompt(options.prompt, options.seed);
  const frame = frameOf(options.width, options.height, options.overscan ?? 0);
  // The prompt is part of the seed, so that different prompts differ with the same explicit seed.
  const choose = random(`${options.seed}/${options.prompt}/scene`);
  const studio = new Studio(
    frame,
    reading,
    tonesOf(reading.palette),
    choose,
    6,
    options.progress ?? (() => {}),
    options.signal,
  );
  const painted = await PAINTERS[reading.family](studio);
  options.progress?.(1);
  return {
    width: options.width,
    height: options.height,
    layers: studio.layers.map(({ name, depth, sheet }) => ({
      name,
      depth,
      rgba: sheet.rgba,
      width: frame.width,
      height: frame.height,
    })),
    reading,
    ...(painted.particles ? { particles: painted.particles } : {}),
    bloom: painted.bloom ?? 0.35,
    caption: painted.caption,
  };
}

/** Returns the scene as raw RGB of the visible frame: layers composed in floating point, then bloom, vignette and grain. */
export async function flattenScene(scene: Scene): Promise<Buffer> {
  const colour = composed(scene);
  const glow = await bloomOf(colour, scene);
  const { width, height } = scene;
  const out = Buffer.allocUnsafe(width * height * 3);
  for (let y = 0, i = 0; y < height; y++) {
    const v = (y + 0.5) / height - 0.5;
    for (let x = 0; x < width; x++, i += 3) {
      const u = (x + 0.5) / width - 0.5;
      const edge = (u * u + v * v) * 2;
      const shade = 1 - 0.2 * edge * edge;
      const light = (colour[i]! + colour[i + 1]! + colour[i + 2]!) / 765;
      // Grain is strongest in the middle tones, as on film; it also hides rounding.
      const grain = (hash2(x, y, 71) + hash2(x, y, 72) - 1) * (1.6 + 6 * light * (1 - light));
      for (let c = 0; c < 3; c++) {
        const base = colour[i + c]!;
        const lit = base + glow[i + c]! * scene.bloom * (1 - base / 300);
        const value = lit * shade + grain + 0.5;
        out[i + c] = value <= 0 ? 0 : value >= 255 ? 255 : value;
      }
    }
  }
  return out;
}

/** Composes the layers, cropped to the frame, in float RGB, so that rounding does not accumulate. */
function composed({ layers, width, height }: Scene): Float32Array {
  const out = new Float32Array(width * height * 3);
  for (const layer of layers) {
    const left = (layer.width - width) >> 1;
    const top = (layer.height - height) >> 1;
    const from = layer.rgba;
    for (let y = 0, o = 0; y < height; y++) {
      let i = ((y + top) * layer.width + left) * 4;
      for (let x = 0; x < width; x++, i += 4, o += 3) {
        const alpha = from[i + 3]!;
        if (!alpha) continue;
        const a = alpha / 255;
        out[o] = out[o]! + (from[i]! - out[o]!) * a;
        out[o + 1] = out[o + 1]! + (from[i + 1]! - out[o + 1]!) * a;
        out[o + 2] = out[o + 2]! + (from[i + 2]! - out[o + 2]!) * a;
      }
    }
  }
  return out;
}

/** Returns the bright parts, blurred with two radii at a quarter of the size. */
async function bloomOf(colour: Float32Array, { width, height, bloom }: Scene): Promise<Buffer> {
  if (bloom <= 0) return Buffer.alloc(colour.length);
  const bright = Buffer.allocUnsafe(colour.length);
  for (let i = 0; i < colour.length; i += 3) {
    const peak = Math.max(colour[i]!, colour[i + 1]!, colour[i + 2]!);
    const over = peak < 150 ? 0 : Math.min(1, (peak - 150) / 95);
    for (let c = 0; c < 3; c++) bright[i + c] = colour[i + c]! * over * over;
  }
  const [w, h] = [Math.max(8, width >> 2), Math.max(8, height >> 2)];
  const small = await sharp(bright, { raw: { width, height, channels: 3 } })
    .resize(w, h, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer();
  const raw = { width: w, height: h, channels: 3 as const };
  const [near, wide] = await Promise.all([
    sharp(small, { raw })
      .blur(Math.max(0.5, Math.min(w, h) * 0.012))
      .raw()
      .toBuffer(),
    sharp(small, { raw })
      .blur(Math.max(0.5, Math.min(w, h) * 0.06))
      .raw()
      .toBuffer(),
  ]);
  for (let i = 0; i < near.length; i++) near[i] = near[i]! * 0.55 + wide[i]! * 0.45;
  return sharp(near, { raw }).resize(width, height, { fit: 'fill', kernel: 'cubic' }).raw().toBuffer();
}
