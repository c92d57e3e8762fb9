/** One request runs a prediction. */
import sharp from 'sharp';
import type { Operation } from '../model.js';
import type { Work } from '../provider.js';
import { outpaint, pictureSize, sizeWithin } from '../wire/index.js';
import type { SdapiOperation, SdapiOptions } from './sdapi-options.js';

export interface SdapiRequest {
  path: string;
  json: Record<string, unknown>;
  /** Null for endpoints without task ids. */
  taskId: string | null;
}

/** An input picture that cannot be decoded becomes a public refusal. */
export class UnreadablePicture extends Error {}

/** Longest edge in pixels, unless the model or the input sets it. */
const RESOLUTION = 1024;
const UPSCALER = 'R-ESRGAN 4x+';

/** A model's `parameters` and the input's `strength` take precedence in the new area. */
const INPAINTING = {
  denoising_strength: 0.9,
  // 1: start from the canvas, whose new area holds the colours of the edge.
  inpainting_fill: 1,
  inpaint_full_res: false,
  mask_blur: 8,
};

/** Our field → the server's parameter. */
const NAMES: Record<string, string> = {
  negativePrompt: 'negative_prompt',
  steps: 'steps',
  guidance: 'cfg_scale',
  seed: 'seed',
  strength: 'denoising_strength',
};

type Body = Record<string, unknown>;

interface Endpoint {
  path: string;
  body(work: Work): Promise<Body>;
}

const ENDPOINTS: Record<SdapiOperation, Endpoint> = {
  'text-to-image': { path: '/sdapi/v1/txt2img', body: textToImageBody },
  'image-to-image': { path: '/sdapi/v1/img2img', body: imageToImageBody },
  reframe: { path: '/sdapi/v1/img2img', body: reframeBody },
  upscale: { path: '/sdapi/v1/extra-single-image', body: upscaleBody },
};

export const pathOf = (operation: Operation): string => ENDPOINTS[operation as SdapiOperation].path;

/** @throws {UnreadablePicture} @throws the errors of `work.media`. */
export async function requestFor(work: Work): Promise<SdapiRequest> {
  const endpoint = ENDPOINTS[work.operation as SdapiOperation];
  const json = await endpoint.body(work);
  const taskId = (json.force_task_id as string | undefined) ?? null;
  return { path: endpoint.path, json, taskId };
}

function textToImageBody(work: Work): Promise<Body> {
  const { multipleOf = 8, resolution = RESOLUTION } = work.options as SdapiOptions;
  return Promise.resolve({ ...common(work), ...pictureSize(work.input, { multipleOf, resolution }) });
}

function common({ input, options, predictionId, attempt }: Work): Body {
  const { checkpoint, parameters = {} } = options as SdapiOptions;
  const { override_settings: overrides, ...rest } = parameters;
  const given = Object.entries(NAMES)
    .filter(([field]) => input[field] !== undefined)
    .map(([field, name]) => [name, input[field]] as const);
  return {
    ...rest,
    ...Object.fromEntries<unknown>(given),
    prompt: input.prompt ?? '',
    batch_size: 1,
    n_iter: 1,
    force_task_id: `offprint-${predictionId}-${attempt}`,
    override_settings: {
      ...(overrides as object | undefined),
      ...(checkpoint === undefined ? {} : { sd_model_checkpoint: checkpoint }),
    },
  };
}

async function imageToImageBody(work: Work): Promise<Body> {
  const { multipleOf } = work.options as SdapiOptions;
  const { path } = await work.media('imageUrl');
  return withReadablePicture(async () => {
    const { autoOrient } = await sharp(path).metadata();
    const size = sizeWithin(autoOrient, longestEdge(work), multipleOf);
    const picture = await sharp(path)
      .autoOrient()
      .toColourspace('srgb')
      .resize(size.width, size.height, { fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .png()
      .toBuffer();
    return { ...common(work), ...size, init_images: [picture.toString('base64')] };
  });
}

/** Paints the new area of a canvas of the other aspect ratio. The server restores the old pixels in its result. */
async function reframeBody(work: Work): Promise<Body> {
  const { multipleOf } = work.options as SdapiOptions;
  const { path } = await work.media('imageUrl');
  const { canvas, mask, width, height } = await withReadablePicture(() =>
    outpaint(path, work.input.aspectRatio, { longest: longestEdge(work), multipleOf }),
  );
  return {
    ...INPAINTING,
    ...common(work),
    width,
    height,
    init_images: [canvas.toString('base64')],
    mask: mask.toString('base64'),
  };
}

async function upscaleBody(work: Work): Promise<Body> {
  const { upscaler = UPSCALER, parameters } = work.options as SdapiOptions;
  const { path } = await work.media('imageUrl');
  const image = await withReadablePicture(() =>
    sharp(path).autoOrient().toColourspace('srgb').png().toBuffer(),
  );
  return {
    ...parameters,
    resize_mode: 0,
    upscaling_resize: scaleOf(work.input),
    upscaler_1: upscaler,
    image: image.toString('base64'),
  };
}

/** The scale enlarges each edge. */
export function scaleOf({ scale }: Work['input']): number {
  return typeof scale === 'number' ? scale : 2;
}

function longestEdge({ input, options }: Work): number {
  if (typeof input.resolution === 'number') return input.resolution;
  return (options as SdapiOptions).resolution ?? RESOLUTION;
}

async function withReadablePicture<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new UnreadablePicture('the input picture could not be read', { cause: error });
  }
}
