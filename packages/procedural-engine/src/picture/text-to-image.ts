/** `embedded-image`: illustrates the words of a prompt as a still picture of the requested ratio and size. */
import sharp from 'sharp';
import type { EngineOperation } from '../engine.js';
import { particleLayer } from './particles.js';
import { formatOf, writePicture } from './picture-file.js';
import { parseRatio } from './ratio.js';
import { flattenScene, paintScene } from './scene.js';

export const textToImage: EngineOperation = async (task, context) => {
  const { width, height } = frameSize(
    parseRatio(task.input['aspectRatio']),
    Number(task.input['resolution'] ?? 1024),
  );
  const scene = await paintScene({
    prompt: String(task.input['prompt'] ?? ''),
    seed: task.seed,
    width,
    height,
    progress: (fraction) => context.progress(fraction * 85),
    signal: context.signal,
  });
  const drifting = particleLayer(scene, task.seed);
  if (drifting) scene.layers.push(drifting);
  const rgb = await flattenScene(scene);
  context.signal.throwIfAborted();
  context.progress(92);
  const file = await writePicture(sharp(rgb, { raw: { width, height, channels: 3 } }), {
    directory: task.directory,
    name: 'image',
    format: formatOf(task.input['format']),
    description: `${scene.caption} Procedural illustration, not made by an AI model.`,
  });
  context.progress(100);
  return [file];
};

/** Returns the size of a frame in pixels: the longer edge is `longest`, the other is rounded from the ratio. */
export function frameSize(ratio: number, longest: number): { width: number; height: number } {
  const edge = Math.round(Math.min(2048, Math.max(256, longest)));
  return ratio >= 1
    ? { width: edge, height: Math.max(1, Math.round(edge / ratio)) }
    : { width: Math.max(1, Math.round(edge * ratio)), height: edge };
}
