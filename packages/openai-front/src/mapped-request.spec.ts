import { AppError, type CatalogueModel, validationFailed } from 'offprint';
import { MappedRequest } from './mapped-request.js';
import { IMAGE_RULES, SPEECH_RULES, VIDEO_RULES } from './rules.js';

const modelWith = (properties: object) =>
  ({ modelKey: 'a-model', inputSchema: { properties } }) as unknown as CatalogueModel;
const text = { type: 'string' };

describe('a mapped request', () => {
  it('sets the field of a parameter, by its rule or its name, and drops null', () => {
    const model = modelWith({ prompt: text, negativePrompt: text, seed: { type: 'integer' } });
    const given = { input: 'hello', negative_prompt: 'noise', seed: 7, voice: null };
    const { body } = new MappedRequest(model, false).map(given, SPEECH_RULES);
    expect(body).toEqual({ modelKey: 'a-model', prompt: 'hello', negativePrompt: 'noise', seed: 7 });
  });

  it('converts the texts of forms to the types of the fields', () => {
    const model = modelWith({
      prompt: text,
      seed: { type: 'integer' },
      sound: { type: 'boolean' },
      duration: { enum: [5, 10] },
    });
    const given = { prompt: '12', seed: '12', sound: 'true', seconds: '5' };
    const { body } = new MappedRequest(model, true).map(given, VIDEO_RULES);
    expect(body).toEqual({ modelKey: 'a-model', prompt: '12', seed: 12, sound: true, duration: 5 });
  });

  it('names every parameter without a place, and one that sets a field twice', () => {
    const given = { glitter: 1, constructor: 2, input: 'a', prompt: 'b' };
    const error = rejectedBy(() =>
      new MappedRequest(modelWith({ prompt: text }), false).map(given, SPEECH_RULES),
    );
    expect(error.details?.map(({ field }) => field)).toEqual(['glitter', 'constructor', 'prompt']);
  });

  it('names the parameter that a field came from', async () => {
    const mapped = new MappedRequest(modelWith({ duration: { type: 'number' } }), false).map(
      { seconds: '99' },
      VIDEO_RULES,
    );
    const problem = { field: 'duration', message: 'must be at most 10' };
    const error = await mapped
      .naming(() => Promise.reject(validationFailed([problem])))
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'validation_failed',
      details: [{ field: 'seconds', message: 'seconds (duration) must be at most 10' }],
    });
  });

  it.each([
    [
      'seconds',
      '12',
      { duration: { type: 'number', minimum: 1, maximum: 10 } },
      { duration: 10 },
      'seconds=10',
    ],
    ['seconds', '12', { duration: { type: 'string', enum: ['5', '10'] } }, { duration: '10' }, 'seconds=10'],
    ['seconds', 7, { duration: { enum: [4, 8, 12] } }, { duration: 8 }, 'seconds=8'],
    ['seconds', '4', { duration: { enum: [4, 8, 12] } }, { duration: 4 }, undefined],
    ['seconds', '12', { duration: { enum: ['4s', '8s'] } }, { duration: '8s' }, 'seconds=8s'],
    ['seconds', '0.31', { duration: { type: 'number', multipleOf: 0.1 } }, { duration: 0.3 }, 'seconds=0.3'],
    ['seconds', '8', {}, {}, 'seconds=dropped'],
    ['seconds', '', { duration: { enum: [4, 8] } }, {}, undefined],
  ])('%s %j becomes the nearest that the model makes', (param, value, properties, fields, note) => {
    const mapped = new MappedRequest(modelWith(properties), false).map({ [param]: value }, VIDEO_RULES);
    expect(mapped.body).toEqual({ modelKey: 'a-model', ...fields });
    expect(mapped.mappedHeader).toBe(note);
  });

  const voice = { type: 'string', enum: ['en', 'de'], default: 'en' };
  it.each([
    ['de', voice, {}, { voice: 'de' }, undefined],
    ['alloy', voice, {}, {}, 'voice=en'],
    [
      'marin',
      { type: 'string', pattern: '^[A-Za-z0-9]{10,40}$', default: '21m00Tcm4TlvDq8ikWAM' },
      {},
      {},
      'voice=21m00Tcm4TlvDq8ikWAM',
    ],
    ['alloy', { type: 'string' }, {}, { voice: 'alloy' }, undefined],
    ['alloy', undefined, {}, {}, 'voice=dropped'],
    ['alloy', voice, { voices: { alloy: 'de' } }, { voice: 'de' }, 'voice=de'],
    ['nova', voice, { voices: { alloy: 'en', '*': 'de' } }, { voice: 'de' }, 'voice=de'],
    ['bavarian', voice, {}, { voice: 'bavarian' }, undefined],
    [{ id: 'de' }, voice, {}, { voice: 'de' }, undefined],
  ])('the voice %j of a model with %j', (given, schema, alias, fields, note) => {
    const model = modelWith(schema ? { voice: schema } : {});
    const mapped = new MappedRequest(model, false, alias).map({ voice: given }, SPEECH_RULES);
    expect(mapped.body).toEqual({ modelKey: 'a-model', ...fields });
    expect(mapped.mappedHeader).toBe(note);
  });

  it.each([
    [
      { quality: 'hd', style: 'vivid', moderation: 'low', background: 'opaque' },
      {},
      {},
      'quality=dropped, style=dropped, moderation=dropped, background=dropped',
    ],
    [{ quality: 'auto', style: 'vivid' }, { style: { enum: ['vivid'] } }, { style: 'vivid' }, undefined],
    [{ quality: 'high' }, { quality: { enum: ['low', 'high'] } }, { quality: 'high' }, undefined],
    [{ quality: 'hd' }, { quality: { enum: ['low', 'high'] } }, {}, 'quality=dropped'],
    [{ quality: 'hd' }, { quality: { type: 'integer' } }, {}, 'quality=dropped'],
    [{ quality: '', style: '', user: '', background: '' }, {}, {}, undefined],
  ])('wishes that a model does not know are dropped: %j', (given, properties, fields, note) => {
    const mapped = new MappedRequest(modelWith(properties), false).map(given, IMAGE_RULES);
    expect(mapped.body).toEqual({ modelKey: 'a-model', ...fields });
    expect(mapped.mappedHeader).toBe(note);
  });

  it.each([
    ['mp3', {}, {}, 'response_format=dropped'],
    ['wav', { format: { enum: ['mp3', 'wav'] } }, { format: 'wav' }, undefined],
    ['opus', { format: { enum: ['mp3', 'wav'] } }, { format: 'opus' }, undefined],
  ])('the format %s of speech, for a model with %j', (given, properties, fields, note) => {
    const mapped = new MappedRequest(modelWith(properties), false).map(
      { response_format: given },
      SPEECH_RULES,
    );
    expect(mapped.body).toEqual({ modelKey: 'a-model', ...fields });
    expect(mapped.mappedHeader).toBe(note);
  });

  it('leaves out what its alias drops', () => {
    const model = modelWith({ prompt: text });
    const mapped = new MappedRequest(model, false, { drop: ['instructions'] });
    mapped.map({ input: 'x', instructions: 'whisper\u{1f600}' }, SPEECH_RULES);
    expect(mapped.body).toEqual({ modelKey: 'a-model', prompt: 'x' });
    expect(mapped.mappedHeader).toBe('instructions=dropped');
  });

  it.each([
    [1, { minimum: 80, maximum: 260, default: 160, type: 'integer' }, undefined, undefined],
    [1.25, { minimum: 80, maximum: 260, default: 160, type: 'integer' }, 200, undefined],
    [1.01, { minimum: 80, maximum: 260, default: 160, type: 'integer' }, 162, undefined],
    [4, { minimum: 80, maximum: 260, default: 160, type: 'integer' }, 260, 'speed=260'],
    [1.25, { minimum: 0.25, maximum: 4, default: 1, type: 'number' }, 1.25, undefined],
    ['1.5', { minimum: 0.25, maximum: 4, default: 1, type: 'number' }, 1.5, undefined],
    [4, { minimum: 0.5, maximum: 2, type: 'number' }, 2, 'speed=2'],
    [0.25, { minimum: 0.7, maximum: 1.2, default: 1, type: 'number' }, 0.7, 'speed=0.7'],
  ])('the speed %s is a factor of what the model counts in', (speed, schema, expected, note) => {
    const mapped = new MappedRequest(modelWith({ speed: schema }), false).map({ speed }, SPEECH_RULES);
    expect(mapped.body.speed).toBe(expected);
    expect(mapped.mappedHeader).toBe(note);
  });
});

function rejectedBy(work: () => unknown): AppError {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error('was not refused');
}
