/** Pictures are made from text (`/images/generations`) and from pictures (`/images/edits`, a form with files). */
import { type Ability, type EngineCall, type Order, withPassedOn } from '../dialect.js';
import { textOf } from '../frame-size.js';
import { frameOfPicture, outpainting, pngOf } from '../input-picture.js';
import { formOf } from './form.js';
import { requestedFrame } from './frames.js';

export interface PictureVariant {
  /** Sent with every request. */
  fields?: Readonly<Record<string, unknown>>;
  inputs?: Readonly<Record<string, string>>;
  /** Whether the server has `output_format` for our `format`. Default true. */
  formats?: boolean;
  prompt?(order: Order, text: string): string;
}

/** A picture sent for editing has at most this edge in pixels, because engines work at about this size. */
const EDITED_EDGE = 2048;

const CONTINUE =
  'Continue the scene beyond its edges so that it fills the whole frame. Keep its style, light and perspective. ' +
  'Add no border, frame or text.';
const CUT_OUT =
  'Remove the background. Keep the main subject exactly as it is, complete and with clean edges, on a fully ' +
  'transparent background. Add nothing.';

export function textToImage(variant: PictureVariant = {}): Ability {
  return {
    reads: ['prompt', 'aspectRatio', 'resolution', ...formatOf(variant)],
    inputs: variant.inputs,
    call: (order) => {
      const frame = requestedFrame(order);
      const size = frame && textOf(frame);
      const json = withPassedOn(order, { ...common(order, variant), size });
      return Promise.resolve({ url: '/images/generations', json, expects: 'items' });
    },
  };
}

/** The picture keeps its ratio unless the caller sets another. */
export function imageToImage(variant: PictureVariant = {}): Ability {
  return {
    reads: ['prompt', 'imageUrl', 'aspectRatio', 'resolution', ...formatOf(variant)],
    inputs: variant.inputs,
    call: (order) => edit(order, variant),
  };
}

/** The format is one that supports transparency. */
export function removeBackground(variant: PictureVariant = {}): Ability {
  const transparent = { ...variant, fields: { ...variant.fields, background: 'transparent' } };
  return {
    reads: ['imageUrl', 'prompt', 'resolution', 'format'],
    inputs: variant.inputs,
    call: (order) => edit(order, transparent, { output_format: order.work.input.format ?? 'png' }, CUT_OUT),
  };
}

/** Paints the area beyond the picture's edges. */
export function reframe(variant: PictureVariant = {}): Ability {
  return {
    reads: ['imageUrl', 'prompt', 'aspectRatio', 'resolution', ...formatOf(variant)],
    inputs: variant.inputs,
    call: async (order) => {
      const { path } = await order.work.media('imageUrl');
      const frame = requestedFrame(order, 1)!;
      const { image, mask } = await outpainting(path, frame);
      const fields = withPassedOn(order, { ...common(order, variant, CONTINUE), size: textOf(frame) });
      return { url: '/images/edits', form: formOf(fields, { image, mask }), expects: 'items' };
    },
  };
}

async function edit(
  order: Order,
  variant: PictureVariant,
  more: Readonly<Record<string, unknown>> = {},
  defaultPrompt = '',
): Promise<EngineCall> {
  const { path } = await order.work.media('imageUrl');
  const { width, height } = await frameOfPicture(path);
  const size = textOf(requestedFrame(order, width / height)!);
  const fields = withPassedOn(order, { ...common(order, variant, defaultPrompt), size, ...more });
  return {
    url: '/images/edits',
    form: formOf(fields, { image: await pngOf(path, EDITED_EDGE) }),
    expects: 'items',
  };
}

/** @param defaultPrompt used when neither the caller nor the operator sets one. */
export function promptOf({ work, options }: Order, defaultPrompt = ''): string {
  const { prompt } = work.input;
  return typeof prompt === 'string' && prompt.trim() !== '' ? prompt : (options.prompt ?? defaultPrompt);
}

function common(order: Order, variant: PictureVariant, defaultPrompt?: string): Record<string, unknown> {
  const prompt = promptOf(order, defaultPrompt);
  return {
    model: order.options.model,
    prompt: variant.prompt ? variant.prompt(order, prompt) : prompt,
    n: 1,
    ...(variant.formats === false ? {} : { output_format: order.work.input.format }),
    ...variant.fields,
  };
}

const formatOf = ({ formats = true }: PictureVariant): string[] => (formats ? ['format'] : []);
