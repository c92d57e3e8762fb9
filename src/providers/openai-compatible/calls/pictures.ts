/** Pictures from words (`/images/generations`) and from pictures (`/images/edits`, a form with files). */
import { type Ability, type EngineCall, type Order, withPassedOn } from '../dialect.js';
import { textOf } from '../frame-size.js';
import { frameOfPicture, outpainting, pngOf } from '../input-picture.js';
import { formOf } from './form.js';
import { wantedFrame } from './frames.js';

/** What servers differ in. */
export interface PictureWays {
  /** Sent with every request. */
  fields?: Readonly<Record<string, unknown>>;
  inputs?: Readonly<Record<string, string>>;
  /** Whether the server has `output_format` for our `format`. Default true. */
  formats?: boolean;
  /** The prompt as this server reads it. */
  prompt?(order: Order, text: string): string;
}

/** Pixels of a picture's longest edge that go to an engine which makes a new one of it: they work at about this size. */
const EDITED_EDGE = 2048;

const CONTINUE =
  'Continue the scene beyond its edges so that it fills the whole frame. Keep its style, light and perspective. ' +
  'Add no border, frame or text.';
const CUT_OUT =
  'Remove the background. Keep the main subject exactly as it is, complete and with clean edges, on a fully ' +
  'transparent background. Add nothing.';

export function textToImage(ways: PictureWays = {}): Ability {
  return {
    reads: ['prompt', 'aspectRatio', 'resolution', ...formatOf(ways)],
    inputs: ways.inputs,
    call: (order) => {
      const frame = wantedFrame(order);
      const size = frame && textOf(frame);
      const json = withPassedOn(order, { ...common(order, ways), size });
      return Promise.resolve({ url: '/images/generations', json, answer: 'items' });
    },
  };
}

/** What the prompt says, done to the picture. It keeps its shape unless the caller wants another. */
export function imageToImage(ways: PictureWays = {}): Ability {
  return {
    reads: ['prompt', 'imageUrl', 'aspectRatio', 'resolution', ...formatOf(ways)],
    inputs: ways.inputs,
    call: (order) => edit(order, ways),
  };
}

/** The background comes out transparent, in a format that can be. */
export function removeBackground(ways: PictureWays = {}): Ability {
  const transparent = { ...ways, fields: { ...ways.fields, background: 'transparent' } };
  return {
    reads: ['imageUrl', 'prompt', 'resolution', 'format'],
    inputs: ways.inputs,
    call: (order) => edit(order, transparent, { output_format: order.work.input.format ?? 'png' }, CUT_OUT),
  };
}

/** Another aspect ratio, by painting what lies beyond the picture's edges. */
export function reframe(ways: PictureWays = {}): Ability {
  return {
    reads: ['imageUrl', 'prompt', 'aspectRatio', 'resolution', ...formatOf(ways)],
    inputs: ways.inputs,
    call: async (order) => {
      const { path } = await order.work.media('imageUrl');
      const frame = wantedFrame(order, 1)!;
      const { image, mask } = await outpainting(path, frame);
      const fields = withPassedOn(order, { ...common(order, ways, CONTINUE), size: textOf(frame) });
      return { url: '/images/edits', form: formOf(fields, { image, mask }), answer: 'items' };
    },
  };
}

async function edit(
  order: Order,
  ways: PictureWays,
  more: Readonly<Record<string, unknown>> = {},
  unsaid = '',
): Promise<EngineCall> {
  const { path } = await order.work.media('imageUrl');
  const { width, height } = await frameOfPicture(path);
  const size = textOf(wantedFrame(order, width / height)!);
  const fields = withPassedOn(order, { ...common(order, ways, unsaid), size, ...more });
  return {
    url: '/images/edits',
    form: formOf(fields, { image: await pngOf(path, EDITED_EDGE) }),
    answer: 'items',
  };
}

/** @param unsaid the prompt when neither the caller nor the operator gives one. */
export function promptOf({ work, options }: Order, unsaid = ''): string {
  const { prompt } = work.input;
  return typeof prompt === 'string' && prompt.trim() !== '' ? prompt : (options.prompt ?? unsaid);
}

function common(order: Order, ways: PictureWays, unsaid?: string): Record<string, unknown> {
  const prompt = promptOf(order, unsaid);
  return {
    model: order.options.model,
    prompt: ways.prompt ? ways.prompt(order, prompt) : prompt,
    n: 1,
    ...(ways.formats === false ? {} : { output_format: order.work.input.format }),
    ...ways.fields,
  };
}

const formatOf = ({ formats = true }: PictureWays): string[] => (formats ? ['format'] : []);
