/** How the parameters of each route are mapped. One that is in no table is a field of the model, or refused. Pure. */
import { isNumeric } from './input-schema.js';
import type { Rule } from './mapped-request.js';
import { nearestNumber, nearestOf } from './nearest.js';
import { toSize } from './size.js';
import { toVoice } from './voice.js';

const toField =
  (field: string): Rule =>
  (mapped, value, param) =>
    mapped.set(param, field, value);

/**
 * A wish that OpenAI documents and a model need not know: sets the field of its name where the model takes the value, else drops it.
 * @param values as documented; any other is refused.
 */
const wish =
  (...values: string[]): Rule =>
  (mapped, value, param) => {
    const schema = mapped.field(param);
    const isTaken = schema && (schema.enum?.includes(value) ?? schema.type === 'string');
    if (value === 'auto' && !schema?.enum?.includes('auto')) return;
    if (isTaken || typeof value !== 'string' || !values.includes(value)) mapped.set(param, param, value);
    else mapped.note(param, 'dropped');
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
  quality: wish('auto', 'low', 'medium', 'high', 'standard', 'hd'),
  style: wish('vivid', 'natural'),
  background: wish('auto', 'opaque'),
  moderation: wish('auto', 'low'),
  output_format: toField('format'),
  user: toUser,
  stream: only(false),
  partial_images: only(0),
};

export const IMAGE_RULES = IMAGE;

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

const SPEECH_FORMATS = ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'];

/** A model without the field makes one format, which `Content-Type` names. */
const toFormat: Rule = (mapped, value, param) => {
  const isChosen = mapped.field('format') !== undefined || !SPEECH_FORMATS.includes(value as string);
  if (isChosen) mapped.set(param, 'format', value);
  else mapped.note(param, 'dropped');
};

export const SPEECH_RULES: Readonly<Record<string, Rule>> = {
  model: handled,
  input: toField('prompt'),
  voice: toVoice,
  response_format: toFormat,
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
