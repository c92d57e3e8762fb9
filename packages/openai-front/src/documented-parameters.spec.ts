/**
 * Every parameter that OpenAI documents for the routes, at a model that has nothing but a prompt and a picture. `satisfies` holds the
 * tables to the official client's types: a new parameter is missing here until it is decided.
 */
import { AppError, type CatalogueModel } from 'offprint';
import type { SpeechCreateParams } from 'openai/resources/audio/speech';
import type { ImageEditParams, ImageGenerateParams } from 'openai/resources/images';
import type { VideoCreateParams } from 'openai/resources/videos';
import { MappedRequest, type Rule } from './mapped-request.js';
import { EDIT_RULES, IMAGE_RULES, SPEECH_RULES, VIDEO_RULES } from './rules.js';

const text = { type: 'string' };
const modelWith = (properties: object) =>
  ({ modelKey: 'a-model', inputSchema: { properties } }) as unknown as CatalogueModel;
const PLAIN = modelWith({ prompt: text, imageUrl: text });

/** A value, and what becomes of it: fields that are set, `left` out and named, `nothing` that asks for nothing, `refused`. */
type Case = [value: unknown, becomes: Record<string, unknown> | 'left' | 'nothing' | 'refused'];

/** Read by the route itself. */
const HANDLED: Case[] = [['any', 'nothing']];
const PROMPT: Case[] = [['a lighthouse', { prompt: 'a lighthouse' }]];
const USER: Case[] = [['kim', { externalUserId: 'kim' }]];
const SIZE: Case[] = [
  ['auto', 'nothing'],
  ['1024x1024', 'left'],
  ['1792x1024', 'left'],
  ['2K', 'left'],
  ['large', 'refused'],
];

const IMAGES = {
  prompt: PROMPT,
  model: HANDLED,
  n: HANDLED,
  response_format: HANDLED,
  background: [
    ['auto', 'nothing'],
    ['opaque', 'left'],
    ['transparent', 'refused'],
    ['green', 'refused'],
  ],
  moderation: [
    ['auto', 'nothing'],
    ['low', 'left'],
    ['none', 'refused'],
  ],
  output_compression: [
    [0, 'left'],
    [100, 'left'],
    ['80', 'left'],
    [101, 'refused'],
    [-1, 'refused'],
    [7.5, 'refused'],
    ['much', 'refused'],
    [[], 'refused'],
  ],
  output_format: [
    ['png', 'left'],
    ['jpeg', 'left'],
    ['webp', 'left'],
    ['gif', 'refused'],
  ],
  partial_images: [
    [0, 'nothing'],
    [3, 'left'],
    ['2', 'left'],
    [4, 'refused'],
    [true, 'refused'],
  ],
  quality: [
    ['auto', 'nothing'],
    ['hd', 'left'],
    ['standard', 'left'],
    ['low', 'left'],
    ['best', 'refused'],
  ],
  size: SIZE,
  stream: [
    [false, 'nothing'],
    ['false', 'nothing'],
    [true, 'refused'],
  ],
  style: [
    ['vivid', 'left'],
    ['natural', 'left'],
    ['baroque', 'refused'],
  ],
  user: USER,
} satisfies Record<keyof ImageGenerateParams, Case[]>;

const { moderation: _, style: __, ...OF_BOTH } = IMAGES;
const LINK = 'https://example.test/a.png';
const EDITS = {
  ...OF_BOTH,
  image: [
    [LINK, { imageUrl: LINK }],
    [[LINK], { imageUrl: LINK }],
    [{ image_url: LINK }, { imageUrl: LINK }],
    [[LINK, LINK], 'refused'],
    [[], 'refused'],
    [{ file_id: 'file-1' }, 'refused'],
  ],
  mask: [[LINK, 'refused']],
  input_fidelity: [
    ['high', 'left'],
    ['low', 'left'],
    ['extreme', 'refused'],
  ],
} satisfies Record<keyof ImageEditParams, Case[]>;

const SPEECH = {
  model: HANDLED,
  input: PROMPT,
  voice: [
    ['alloy', 'left'],
    ['marin', 'left'],
    [{ id: 'alloy' }, 'left'],
    ['Jane', 'refused'],
  ],
  instructions: [
    ['Whisper.', 'left'],
    [7, 'refused'],
  ],
  response_format: [
    ['mp3', 'left'],
    ['pcm', 'left'],
    ['midi', 'refused'],
  ],
  speed: [
    [1, 'nothing'],
    [0.25, 'left'],
    [4, 'left'],
    [0.2, 'refused'],
    [5, 'refused'],
    ['fast', 'refused'],
  ],
  stream_format: [
    ['audio', 'nothing'],
    ['sse', 'refused'],
  ],
} satisfies Record<keyof SpeechCreateParams, Case[]>;

const VIDEOS = {
  prompt: PROMPT,
  model: HANDLED,
  seconds: [
    ['4', 'left'],
    [12, 'left'],
    ['long', 'refused'],
  ],
  size: SIZE,
  input_reference: [
    [LINK, { imageUrl: LINK }],
    [{ image_url: LINK }, { imageUrl: LINK }],
    [{ file_id: 'file-1' }, 'refused'],
  ],
} satisfies Record<keyof VideoCreateParams, Case[]>;

/** Documented for images, and not yet in the types of this client. */
const NEWER = {
  complexity: [
    ['low', 'left'],
    ['extreme', 'refused'],
  ],
  frame_count: [[9, 'refused']],
  frame_duration_ms: [[200, 'refused']],
  output_format: [
    ['gif', 'refused'],
    ['svg', 'refused'],
  ],
  quality: [
    ['xhigh', 'left'],
    ['max', 'left'],
  ],
  safety_identifier: [
    ['kim', { externalUserId: 'kim' }],
    ['', 'nothing'],
  ],
  svg: [[{ model: 'an-author' }, 'refused']],
} satisfies Record<string, Case[]>;
/** Of no documentation. */
const UNKNOWN = { glitter: [[1, 'refused']], logprobs: [[true, 'refused']] } satisfies Record<string, Case[]>;
/** Not of the types, and of the documentation: bodies of edits as JSON. */
const AS_JSON = { images: [[[{ image_url: LINK }], { imageUrl: LINK }]] } satisfies Record<string, Case[]>;

function becomes(rules: Readonly<Record<string, Rule>>, param: string, value: unknown): unknown {
  const mapped = new MappedRequest(PLAIN, false);
  try {
    mapped.map({ [param]: value }, rules);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.details?.[0]?.field === param ? 'refused' : error;
  }
  const { modelKey: __, ...fields } = mapped.body;
  if (Object.keys(fields).length > 0) return fields;
  return mapped.mappedHeader === `${param}=dropped` ? 'left' : (mapped.mappedHeader ?? 'nothing');
}

describe.each([
  ['images/generations', IMAGE_RULES, { ...IMAGES, ...UNKNOWN }],
  ['images/generations, newer', IMAGE_RULES, NEWER],
  ['images/edits', EDIT_RULES, { ...EDITS, ...UNKNOWN, ...AS_JSON }],
  ['images/edits, newer', EDIT_RULES, { ...NEWER, markup: [[LINK, 'refused']] }],
  ['audio/speech', SPEECH_RULES, { ...SPEECH, ...UNKNOWN }],
  ['videos', VIDEO_RULES, { ...VIDEOS, user: USER, ...UNKNOWN }],
])('the parameters of %s', (_route, rules, parameters) => {
  const cases = Object.entries(parameters as Record<string, Case[]>).flatMap(([param, values]) =>
    values.map(([value, expected]) => ({ param, value, expected })),
  );
  it.each(cases)('$param $value: $expected', ({ param, value, expected }) => {
    expect(becomes(rules, param, value)).toEqual(expected);
    expect(becomes(rules, param, null)).toBe('nothing');
  });
});

describe('a model that has the field', () => {
  it.each([
    ['output_compression', 80, { outputCompression: { type: 'integer' } }, { outputCompression: 80 }],
    ['output_compression', '80', { output_compression: { type: 'integer' } }, { output_compression: '80' }],
    ['output_format', 'jpeg', { format: { enum: ['png', 'jpg'] } }, { format: 'jpg' }],
    ['output_format', 'jpg', { format: { enum: ['png', 'jpeg'] } }, { format: 'jpeg' }],
    ['output_format', 'webp', { format: { enum: ['png', 'jpeg'] } }, { format: 'webp' }],
    ['background', 'transparent', { background: { enum: ['transparent'] } }, { background: 'transparent' }],
    ['input_fidelity', 'high', { inputFidelity: { enum: ['high'] } }, { inputFidelity: 'high' }],
    ['partial_images', 2, { partialImages: { type: 'integer' } }, { partialImages: 2 }],
  ])('%s %j sets it: %j', (param, value, properties, fields) => {
    const { body } = new MappedRequest(modelWith(properties), false).map({ [param]: value }, EDIT_RULES);
    expect(body).toEqual({ modelKey: 'a-model', ...fields });
  });

  it('instructions set it', () => {
    const model = modelWith({ instructions: text });
    const { body } = new MappedRequest(model, false).map({ instructions: 'Whisper.' }, SPEECH_RULES);
    expect(body).toEqual({ modelKey: 'a-model', instructions: 'Whisper.' });
  });
});

it.each([
  [{ user: 'kim', safety_identifier: 'lee' }, 'lee'],
  [{ safety_identifier: 'lee', user: 'kim' }, 'lee'],
  [{ safety_identifier: '', user: 'kim' }, 'kim'],
])('%j is the end user %s', (given, externalUserId) => {
  const { body } = new MappedRequest(PLAIN, false).map(given, IMAGE_RULES);
  expect(body).toEqual({ modelKey: 'a-model', externalUserId });
});
