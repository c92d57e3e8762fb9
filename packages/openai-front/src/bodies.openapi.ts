/**
 * The bodies and parameters of the routes for openapi.json, by OpenAI's names. What a model makes of them is in its own input
 * schema, and the service checks it there: these describe, and must not refuse what the service takes.
 */

/** A JSON Schema of 2020-12, as OpenAPI 3.1 has them. */
export type Schema = Readonly<Record<string, unknown>>;

interface Content {
  schema: Schema;
  example?: object;
}

/** The request body of an operation. */
export interface RequestBody {
  required: true;
  description: string;
  content: Record<string, Content>;
}

const FORM = 'multipart/form-data';
const FILE: Schema = { type: 'string', format: 'binary' };

/** An optional parameter: null is the same as absent. */
const may = (type: string, description: string, rules: Schema = {}): Schema => ({
  type: [type, 'null'],
  description,
  ...rules,
});

const text = (description: string, rules: Schema = {}): Schema => ({ type: 'string', description, ...rules });

const MODEL = 'A model of `GET /v1/models`';
const PROMPT = text('What to make. An empty text is none, for models that take none.');
const SIZE = may(
  'string',
  '`1024x1024`, `auto`, a ratio such as `16:9`, or a resolution such as `2K` or `720p`.',
  { examples: ['1536x1024'] },
);
const USER = may('string', 'Your customer: `externalUserId`, with its spend limit.');

/** Of both routes that make images. */
const IMAGE: Schema = {
  model: may('string', `${MODEL}; \`dall-e-2\` without one.`, { examples: ['embedded-image'] }),
  n: may('integer', 'How many. Each is a prediction of its own.', { minimum: 1, maximum: 10, default: 1 }),
  size: SIZE,
  quality: may('string', 'The field of that name; `auto` leaves it to the model.'),
  complexity: may('string', 'The field of that name, or left out.', {
    enum: ['low', 'medium', 'high', null],
  }),
  background: may('string', 'The field of that name; `auto` leaves it to the model.'),
  output_format: may('string', 'The format of the file, such as `png`.'),
  output_compression: may('integer', 'The field of that name, or left out.', { minimum: 0, maximum: 100 }),
  response_format: may('string', '`b64_json`, or `url` for a signed link.', {
    enum: ['b64_json', 'url', null],
  }),
  user: USER,
  safety_identifier: may('string', 'As `user`, and before it.'),
};

const GENERATION: Schema = {
  prompt: PROMPT,
  ...IMAGE,
  style: may('string', 'The field of that name.'),
  moderation: may('string', '`auto`.'),
};

const IMAGE_LINK = text('A picture: an `https` link, a data URL, or the `url` of an upload.');

const SPEECH: Schema = {
  model: text(`${MODEL}.`, { examples: ['embedded-speech'] }),
  input: text('What to say.'),
  voice: may('string', 'A voice of the model.'),
  instructions: may('string', 'How to say it: the field of that name, or left out.'),
  response_format: may('string', 'The format of the file; `mp3` without one, where the model can.'),
  speed: may('number', 'A factor: 1 is the usual speed.'),
};

const VIDEO: Schema = {
  model: may('string', `${MODEL}; \`sora-2\` without one.`, { examples: ['embedded-video'] }),
  prompt: PROMPT,
  seconds: { type: ['string', 'number', 'null'], description: 'The length, such as `4`.' },
  size: SIZE,
  user: USER,
};

const REFERENCE: Schema = {
  description: 'A picture to begin with: a link, or an object with a link.',
  anyOf: [
    IMAGE_LINK,
    { type: 'object', required: ['image_url'], properties: { image_url: IMAGE_LINK } },
    { type: 'null' },
  ],
};

const OTHERS =
  'Any other parameter is the field of the model with its name; one that the model has no field for is a 400.';

const open = (properties: Schema, required: readonly string[] = []): Schema => ({
  type: 'object',
  description: OTHERS,
  ...(required.length > 0 && { required }),
  properties,
  additionalProperties: true,
});

/** A form comes first: generators that take the first type of a body drop the schemas that only others name. */
const bodyOf = (content: Record<string, Content>): RequestBody => ({
  required: true,
  description: OTHERS,
  content,
});

/** Of `POST /v1/images/generations`. */
export const GENERATION_BODY = bodyOf({
  'application/json': {
    schema: open(GENERATION, ['prompt']),
    example: { model: 'embedded-image', prompt: 'a lighthouse at dawn', size: '1024x1024' },
  },
});

/** Of `POST /v1/images/edits`. Clients name the file `image` or `image[]`. */
export const EDIT_BODY = bodyOf({
  [FORM]: { schema: open({ image: FILE, 'image[]': FILE, prompt: PROMPT, ...IMAGE }) },
  'application/json': { schema: open({ image: IMAGE_LINK, prompt: PROMPT, ...IMAGE }, ['image']) },
});

/** Of `POST /v1/audio/speech`. */
export const SPEECH_BODY = bodyOf({
  'application/json': {
    schema: open(SPEECH, ['model', 'input']),
    example: { model: 'embedded-speech', input: 'Good evening. This is the lighthouse.' },
  },
});

/** Of `POST /v1/videos`. */
export const VIDEO_BODY = bodyOf({
  [FORM]: { schema: open({ ...VIDEO, input_reference: FILE }) },
  'application/json': {
    schema: open({ ...VIDEO, input_reference: REFERENCE }),
    example: { model: 'embedded-video', prompt: 'waves at a lighthouse', seconds: '2' },
  },
});

/** Of the responses that are files. */
export const FILE_CONTENT: Record<string, Content> = Object.fromEntries(
  ['audio/*', 'video/*'].map((type) => [type, { schema: FILE }]),
);
