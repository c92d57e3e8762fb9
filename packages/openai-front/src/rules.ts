/** How the parameters of each route are mapped. One that is in no table is a field of the model, or refused. Pure. */
import { isNumeric } from './input-schema.js';
import type { Rule } from './mapped-request.js';
import { nearestNumber, nearestOf } from './nearest.js';
import { toSize } from './size.js';
import { toVoice } from './voice.js';
import { numberOf, numberWish, textWish, toFormat, wish } from './wish.js';

const toField =
  (field: string): Rule =>
  (mapped, value, param) =>
    mapped.set(param, field, value);

/** Of a streamed answer, which is refused: without one they ask for nothing. */
const toPartialImages: Rule = (mapped, value, param) => {
  if (numberOf(value) !== 0) numberWish(0, 3)(mapped, value, param);
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

const toEndUser: Rule = (mapped, value, param) => mapped.setAny(param, 'externalUserId', value);

/** OpenAI reads it where `safety_identifier` is absent or empty. */
const toUser: Rule = (mapped, value, param) => {
  if (!mapped.isGiven('safety_identifier')) toEndUser(mapped, value, param);
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

/** Of the routes that make images. */
const IMAGE: Readonly<Record<string, Rule>> = {
  model: handled,
  n: handled,
  response_format: handled,
  prompt: toPrompt,
  size: toSize,
  quality: wish('auto', 'low', 'medium', 'high', 'xhigh', 'max', 'standard', 'hd'),
  complexity: wish('low', 'medium', 'high'),
  style: wish('vivid', 'natural'),
  background: wish('auto', 'opaque'),
  moderation: wish('auto', 'low'),
  output_format: toFormat('png', 'jpeg', 'webp'),
  output_compression: numberWish(0, 100),
  user: toUser,
  safety_identifier: toEndUser,
  stream: only(false),
  partial_images: toPartialImages,
};

export const IMAGE_RULES = IMAGE;

/** One picture: its link, or a list with it alone. */
const toImage: Rule = (mapped, value, param) => {
  const pictures = Array.isArray(value) ? (value as unknown[]) : [value];
  const [first, ...others] = pictures;
  if (others.length > 0 || first === undefined)
    mapped.refuse(param, 'must be one picture: these models take one');
  else toReference(mapped, first, param);
};

/** `image` is the link of the received file. JSON bodies have `images`, each with an `image_url`. */
export const EDIT_RULES: Readonly<Record<string, Rule>> = {
  ...IMAGE,
  image: toImage,
  images: toImage,
  input_fidelity: wish('high', 'low'),
};

/** OpenAI's speed is a factor from 0.25 to 4; a model may count otherwise, such as in words per minute around its default. */
const toSpeed: Rule = (mapped, value, param) => {
  const factor = numberOf(value);
  const schema = mapped.field('speed');
  if (factor === 1) return;
  if (!(factor >= 0.25 && factor <= 4)) return mapped.refuse(param, 'must be a number from 0.25 to 4');
  if (!schema) return mapped.note(param, 'dropped');
  const { minimum = 0, maximum = Infinity, default: usual } = schema;
  const isFactor = minimum <= 1 && maximum >= 1;
  const wanted = isFactor || typeof usual !== 'number' ? factor : usual * factor;
  const made = nearestNumber(schema, wanted);
  const step = schema.multipleOf ?? (schema.type === 'integer' ? 1 : 0.001);
  if (Math.abs(made - wanted) >= step) mapped.note(param, String(made));
  mapped.set(param, 'speed', made);
};

export const SPEECH_RULES: Readonly<Record<string, Rule>> = {
  model: handled,
  input: toField('prompt'),
  voice: toVoice,
  instructions: textWish,
  response_format: toFormat('mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'),
  speed: toSpeed,
  stream_format: only('audio'),
};

/** OpenAI's seconds are a text. What the model does not make becomes the nearest that it makes. */
const toDuration: Rule = (mapped, value, param) => {
  const schema = mapped.field('duration');
  const text = String(value);
  if (!schema && /^\d{1,4}$/.test(text)) return mapped.note(param, 'dropped');
  if (!schema || !/^\d{1,4}(\.\d{1,3})?$/.test(text)) return mapped.set(param, 'duration', value);
  const wanted = Number(text);
  // Some models write `8s`.
  const texts = (schema.enum ?? []).filter(
    (one) => typeof one === 'string' && /^\d{1,4}(\.\d{1,3})?s?$/.test(one),
  ) as string[];
  let made: string | number = text;
  if (isNumeric(schema)) made = nearestNumber(schema, wanted);
  else if (texts.length > 0) made = nearestOf(texts, (one) => Math.abs(parseFloat(one) - wanted));
  if (parseFloat(String(made)) !== wanted) mapped.note(param, String(made));
  mapped.set(param, 'duration', made);
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
