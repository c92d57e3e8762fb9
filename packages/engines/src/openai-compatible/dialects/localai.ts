/** Several of LocalAI's routes are its own, some outside `/v1`, and most return the URL of a file that it stores. */
import { formOf } from '../calls/form.js';
import { requestedFrame } from '../calls/frames.js';
import { promptOf, reframe, textToImage } from '../calls/pictures.js';
import { speech } from '../calls/sounds.js';
import { type Ability, type Dialect, type Order, withPassedOn } from '../dialect.js';
import { textOf } from '../frame-size.js';
import { frameOfPicture, pngCovering, pngOf } from '../input-picture.js';

/** Frames per second of a video, unless `options.fields.fps` sets another rate. */
const FPS = 16;
const FILM_FRAMES = { multipleOf: 16, maxEdge: 4096 };
const INPUT_EDGE = 2048;

const DIFFUSION = { seed: 'seed', steps: 'step' };
/**
 * Pictures have no field for the negative prompt: LocalAI reads the part of `prompt` between the first and the second bar, and drops the
 * rest. Bars in a caller's text become full-width ones (U+FF5C), which do not split and which text encoders that normalise (NFKC) read as
 * bars again.
 */
function promptWithNegative({ work }: Order, text: string): string {
  const { negativePrompt } = work.input;
  const unsplit = (words: string): string => words.replaceAll('|', '｜');
  const negative = typeof negativePrompt === 'string' && negativePrompt.trim() !== '';
  return negative ? `${unsplit(text)}|${unsplit(negativePrompt)}` : unsplit(text);
}

const base = { fields: { response_format: 'b64_json' }, formats: false };
const pictures = { ...base, inputs: DIFFUSION, prompt: promptWithNegative };
const withNegative = (ability: Ability): Ability => ({
  ...ability,
  reads: [...ability.reads, 'negativePrompt'],
});

/** The route is not below `/v1`. */
const rootUrl = ({ address }: Order, path: string): string => address.replace(/\/v1$/, '') + path;

/** Some models start from the picture (`file`), others use it as a reference (`ref_images`). */
const imageToImage: Ability = {
  ...textToImage(pictures),
  reads: ['prompt', 'imageUrl', 'aspectRatio', 'resolution', 'negativePrompt'],
  call: async (order) => {
    const { path } = await order.work.media('imageUrl');
    const { width, height } = await frameOfPicture(path);
    const size = textOf(requestedFrame(order, width / height)!);
    const { json, ...call } = await textToImage(pictures).call(order);
    const picture = (await pngOf(path, INPUT_EDGE)).toString('base64');
    const input = order.options.imageField === 'ref_images' ? { ref_images: [picture] } : { file: picture };
    return { ...call, json: { ...json, ...input, size } };
  },
};

/** LocalAI always paints 512 by 512 pixels: the canvas has about as many in the requested ratio, and the result is resized back. */
const inpainted = reframe(base);
const outpaint: Ability = {
  reads: ['imageUrl', 'prompt', 'aspectRatio'],
  inputs: { steps: 'steps' },
  call: async (given) => {
    const order = { ...given, frames: { ...given.frames, minPixels: 500 ** 2, maxPixels: 540 ** 2 } };
    return {
      ...(await inpainted.call(order)),
      url: '/images/inpainting',
      stretchTo: requestedFrame(order, 1),
    };
  },
};

const upscale: Ability = {
  reads: ['imageUrl', 'scale'],
  call: async (order) => {
    const { path } = await order.work.media('imageUrl');
    const fields = withPassedOn(order, { model: order.options.model, scale: order.work.input.scale });
    return { url: '/images/upscale', form: formOf(fields, { image: await pngOf(path) }), expects: 'items' };
  },
};

const film: Ability = {
  reads: ['prompt', 'duration', 'aspectRatio', 'resolution', 'imageUrl'],
  inputs: { ...DIFFUSION, negativePrompt: 'negative_prompt', guidance: 'cfg_scale' },
  call: async (order) => {
    const { imageUrl, duration } = order.work.input;
    const picture = imageUrl === undefined ? null : (await order.work.media('imageUrl')).path;
    const shape = picture === null ? undefined : await frameOfPicture(picture);
    const frame = requestedFrame({ ...order, frames: FILM_FRAMES }, shape && shape.width / shape.height);
    const fps = Number(order.options.fields.fps ?? FPS);
    const fields = withPassedOn(order, {
      model: order.options.model,
      prompt: promptOf(order),
      ...frame,
      fps,
      num_frames: typeof duration === 'number' ? Math.round(duration * fps) : undefined,
      response_format: 'url',
    });
    const start =
      picture === null
        ? {}
        : { start_image: (await (frame ? pngCovering(picture, frame) : pngOf(picture))).toString('base64') };
    return { url: rootUrl(order, '/video'), json: { ...fields, ...start }, expects: 'items' };
  },
};

/** 3D models from a picture; LocalAI has none from text. */
const solid: Ability = {
  reads: ['imageUrl'],
  inputs: { seed: 'seed', quality: 'quality', background: 'background', steps: 'step' },
  call: async (order) => {
    const { path } = await order.work.media('imageUrl');
    const json = withPassedOn(order, { model: order.options.model, response_format: 'url' });
    const image = (await pngOf(path, INPUT_EDGE)).toString('base64');
    return { url: rootUrl(order, '/3d/generations'), json: { ...json, image }, expects: 'items' };
  },
};

const sound: Ability = {
  reads: ['prompt', 'duration'],
  inputs: { lyrics: 'lyrics', bpm: 'bpm', instrumental: 'instrumental', language: 'vocal_language' },
  call: (order) => {
    const { prompt, duration } = order.work.input;
    const json = { model_id: order.options.model, text: prompt, duration_seconds: duration };
    return Promise.resolve({ url: '/sound-generation', json: withPassedOn(order, json), expects: 'bytes' });
  },
};

export const LOCALAI: Dialect = {
  lost: 'retry',
  frames: { multipleOf: 64, maxEdge: 4096 },
  abilities: {
    'text-to-image': withNegative(textToImage(pictures)),
    'image-to-image': imageToImage,
    reframe: outpaint,
    upscale,
    'text-to-video': film,
    'image-to-video': film,
    'image-to-3d': solid,
    speech: speech({ language: 'language' }),
    music: sound,
    'sound-effect': sound,
  },
};
