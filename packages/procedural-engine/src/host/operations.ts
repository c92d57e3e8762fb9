/**
 * Maps operations to functions.
 *
 * Each is imported on first use, so that a child that only draws pictures does not load the speech synthesiser or an
 * encoder.
 */
import type { EngineOperation, EngineOperationKey } from '../engine.js';

const operations: Readonly<Record<string, (() => Promise<EngineOperation>) | undefined>> = {
  'embedded-image': async () => (await import('../picture/text-to-image.js')).textToImage,
  'embedded-upscale': async () => (await import('../picture/upscale.js')).upscale,
  'embedded-cutout': async () => (await import('../picture/cutout.js')).cutout,
  'embedded-reframe': async () => (await import('../picture/reframe.js')).reframe,
  'embedded-video': async () => (await import('../video/text-to-video.js')).textToVideo,
  'embedded-animate': async () => (await import('../video/image-to-video.js')).imageToVideo,
  'embedded-video-upscale': async () => (await import('../video/video-upscale.js')).videoUpscale,
  'embedded-music': async () => (await import('../audio/music.js')).music,
  'embedded-sound': async () => (await import('../audio/sound-effect.js')).sound,
  'embedded-speech': async () => (await import('../audio/speech.js')).speech,
  'embedded-mesh': async () => (await import('../solid/text-to-3d.js')).textTo3d,
  'embedded-relief': async () => (await import('../solid/image-to-3d.js')).imageTo3d,
};

export function loadOperation(key: EngineOperationKey): Promise<EngineOperation> {
  const load = operations[key];
  if (!load) return Promise.reject(new Error(`the engine has no operation "${key}"`));
  return load();
}
