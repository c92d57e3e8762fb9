/** How the parameters of each route are mapped. One that is in no table is a field of the model, or refused. Pure. */
import { isNumeric } from './input-schema.js';
import type { Rule } from './mapped-request.js';
import { toSize } from './size.js';

const toField =
  (field: string): Rule =>
  (mapped, value, param) =>
    mapped.set(param, field, value);

/** `auto` is the model's own choice; any other value is that of the field. */
const orAuto =
  (field: string): Rule =>
  (mapped, value, param) => {
    if (value !== 'auto') mapped.set(param, field, value);
  };

/** Accepts only values that ask for nothing. */
const only =
  (...values: unknown[]): Rule =>
  (mapped, value, param) => {
    const written = values.map(String);
    if (!written.includes(String(value)) || typeof value === 'object')
      mapped.refuse(
        param,
        `is not supported here${written.length > 0 ? ` but as ${written.join(' or ')}` : ''}`,
      );
  };

/** The route itself reads it. */
const handled: Rule = () => undefined;

/** A text for the model. An empty one is none, for models that take none. */
const toPrompt: Rule = (mapped, value, param) => {
  if (value !== '' || mapped.field('prompt')) mapped.set(param, 'prompt', value);
};

const toUser: Rule = (mapped, value, param) => mapped.setAny(param, 'externalUserId', value);

/** Of the routes that make images. */
const IMAGE: Readonly<Record<string, Rule>> = {
  model: handled,
  n: handled,
  response_format: handled,
  prompt: toPrompt,
  size: toSize,
  quality: orAuto('quality'),
  background: orAuto('background'),
  output_format: toField('format'),
  user: toUser,
  stream: only(false),
  partial_images: only(0),
};

export const IMAGE_RULES: Readonly<Record<string, Rule>> = { ...IMAGE, moderation: only('auto') };

/** `image` is the link of the received file. */
export const EDIT_RULES: Readonly<Record<string, Rule>> = { ...IMAGE, image: toField('imageUrl') };

/** OpenAI's speed is a factor; a model may count otherwise, such as in words per minute around its default. */
const toSpeed: Rule = (mapped, value, param) => {
  if (Number(value) === 1) return;
  const schema = mapped.field('speed');
  const { minimum = 0, maximum = Infinity, default: usual } = schema ?? {};
  const isFactor = minimum <= 1 && maximum >= 1;
  if (isFactor || typeof value !== 'number' || typeof usual !== 'number')
    return mapped.set(param, 'speed', value);
  const scaled = usual * value;
  mapped.set(param, 'speed', schema?.type === 'integer' ? Math.round(scaled) : scaled);
};

export const SPEECH_RULES: Readonly<Record<string, Rule>> = {
  model: handled,
  input: toField('prompt'),
  response_format: toField('format'),
  speed: toSpeed,
  stream_format: only('audio'),
};

/** OpenAI's seconds are a text. */
const toDuration: Rule = (mapped, value, param) => {
  const schema = mapped.field('duration');
  const isNumber = typeof value === 'string' && /^\d{1,4}(\.\d{1,3})?$/.test(value);
  mapped.set(param, 'duration', isNumber && schema && isNumeric(schema) ? Number(value) : value);
};

/** The link to the received file, or an object with a link. */
const toReference: Rule = (mapped, value, param) => {
  if (typeof value !== 'object' || value === null) return mapped.set(param, 'imageUrl', value);
  const { image_url: url, ...others } = value as Record<string, unknown>;
  const [unknown] = Object.keys(others);
  if (url === undefined || unknown !== undefined)
    mapped.refuse(param, 'must be a file, or have an image_url alone');
  else mapped.set(param, 'imageUrl', url);
};

export const VIDEO_RULES: Readonly<Record<string, Rule>> = {
  model: handled,
  prompt: toPrompt,
  seconds: toDuration,
  size: toSize,
  input_reference: toReference,
  // As forms write it.
  'input_reference[image_url]': toField('imageUrl'),
  user: toUser,
};
