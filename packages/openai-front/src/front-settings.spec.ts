import { type CatalogueModel, ConfigError } from 'offprint';
import { readSettings, resolveSettings } from './front-settings.js';

const read = (variables: Record<string, string>) => readSettings((name) => variables[name] ?? null);

describe('the settings', () => {
  it('have defaults', () => {
    expect(read({})).toEqual({ aliases: {}, isCrossOrigin: false, maxImages: 10, waitSeconds: 540 });
  });

  it('read aliases, images and seconds', () => {
    const variables = {
      OPENAI_FRONT_ALIASES: 'gpt-image-1 = embedded-image, tts-1=embedded-speech',
      OPENAI_FRONT_CORS: 'true',
      OPENAI_FRONT_MAX_IMAGES: '4',
      OPENAI_FRONT_WAIT_SECONDS: '30',
    };
    expect(read(variables)).toEqual({
      aliases: { 'gpt-image-1': { model: 'embedded-image' }, 'tts-1': { model: 'embedded-speech' } },
      isCrossOrigin: true,
      maxImages: 4,
      waitSeconds: 30,
    });
  });

  it.each([
    ['a=b, a@edits=c', { a: { model: 'b', edits: 'c' } }],
    ['a@images=b,a@edits=c', { a: { images: 'b', edits: 'c' } }],
    ['{"a": "b"}', { a: { model: 'b' } }],
    [
      ' {"a": {"speech": "b", "voices": {"alloy": "en", "*": "de"}, "drop": ["instructions"]}}',
      { a: { speech: 'b', voices: { alloy: 'en', '*': 'de' }, drop: ['instructions'] } },
    ],
    ['', {}],
  ])('read the aliases %s', (written, aliases) => {
    expect(read({ OPENAI_FRONT_ALIASES: written }).aliases).toEqual(aliases);
  });

  it.each([
    [{ OPENAI_FRONT_ALIASES: 'a@sculptures=b' }, 'a@sculptures: a use is one of images'],
    [{ OPENAI_FRONT_ALIASES: 'a@edits=b,a@edits=c' }, 'names a@edits twice'],
    [{ OPENAI_FRONT_ALIASES: 'a=b,' }, 'has "", which is neither name=modelKey'],
    [{ OPENAI_FRONT_ALIASES: 'a=b, c:d e' }, 'has "c:d e", which'],
    [{ OPENAI_FRONT_ALIASES: 'a@b@c=d' }, 'has "a@b@c=d", which'],
    [{ OPENAI_FRONT_ALIASES: '{"a": "b", "a": "c"}' }, 'has "a" twice'],
    [{ OPENAI_FRONT_ALIASES: '{"a": "b", "\\u0061": "b"}' }, 'has "a" twice'],
    [{ OPENAI_FRONT_ALIASES: '{"a": {"model": "b", "edits": "c", "model": "d"}}' }, 'has "model" twice'],
    [
      {
        OPENAI_FRONT_ALIASES:
          '{\n\t"a": {"model": "b", "voices": {"alloy": "en", "x": "{\\"}", "alloy": "de"}}}',
      },
      'has "alloy" twice',
    ],
    [{ OPENAI_FRONT_ALIASES: '{"a b": "c"}' }, 'has "a b", which is no name'],
    [{ OPENAI_FRONT_ALIASES: '{"a": ' }, 'is no valid JSON'],
    [{ OPENAI_FRONT_ALIASES: '{"a": 7}' }, 'a must be the key of a model, or an object'],
    [{ OPENAI_FRONT_ALIASES: '{"a": {}}' }, 'a has no model'],
    [{ OPENAI_FRONT_ALIASES: '{"a": {"model": "b", "voice": {}}}' }, '"voice" is none of'],
    [{ OPENAI_FRONT_ALIASES: '{"a": {"model": "b", "voices": ["en"]}}' }, 'voices must be an object'],
    [{ OPENAI_FRONT_ALIASES: '{"a": {"model": "b", "drop": "style"}}' }, 'drop must list parameters'],
    [{ OPENAI_FRONT_ALIASES: '{"a": {"model": "b", "drop": ["prompt"]}}' }, 'none of model, prompt'],
    [{ OPENAI_FRONT_CORS: 'yes' }, 'OPENAI_FRONT_CORS must be true or false'],
    [{ OPENAI_FRONT_ALIASES: 'gpt-image-1' }, 'has "gpt-image-1", which'],
    [{ OPENAI_FRONT_ALIASES: 'a=b=c' }, 'has "a=b=c", which'],
    [{ OPENAI_FRONT_ALIASES: 'a/b=c' }, 'has "a/b=c", which'],
    [{ OPENAI_FRONT_ALIASES: 'a=b,a=c' }, 'names a twice'],
    [{ OPENAI_FRONT_MAX_IMAGES: '11' }, 'from 1 to 10'],
    [{ OPENAI_FRONT_MAX_IMAGES: '1.5' }, 'from 1 to 10'],
    [{ OPENAI_FRONT_WAIT_SECONDS: 'long' }, 'from 1 to 3600'],
  ])('%j stop the start', (variables, message) => {
    expect(() => read(variables)).toThrow(ConfigError);
    expect(() => read(variables)).toThrow(message);
  });

  it('in code are checked the same', () => {
    expect(() => resolveSettings({ maxImages: 0 })).toThrow('OPENAI_FRONT_MAX_IMAGES');
  });
});

const modelOf = (modelKey: string, modality: string, operation: string, properties: object = {}) =>
  ({ modelKey, modality, operation, inputSchema: { properties } }) as unknown as CatalogueModel;
const MODELS = [
  modelOf('painter', 'image', 'text-to-image'),
  modelOf('speaker', 'audio', 'speech', { voice: { enum: ['en', 'de'] } }),
  modelOf('mesh', 'model3d', 'text-to-3d'),
];
const problemsOf = (written: string): readonly string[] => {
  try {
    readSettings((name) => (name === 'OPENAI_FRONT_ALIASES' ? written : null), MODELS);
    return [];
  } catch (error) {
    return (error as ConfigError).problems.map((problem) => problem.replace('OPENAI_FRONT_ALIASES ', ''));
  }
};

describe('beside the catalogue', () => {
  it.each([
    ['gpt-image-1=painter,tts-1=speaker', []],
    ['{"tts-1": {"speech": "speaker", "voices": {"alloy": "en", "*": "de"}}}', []],
    ['{"a": {"images": "painter", "model": "speaker", "voices": {"alloy": "en"}}}', []],
    ['a=nothing', ['a is an alias of nothing, which is no model of the catalogue']],
    ['a@edits=painter', ['a@edits is painter, which does not edit an image']],
    ['a=mesh', ['a is an alias of mesh, which none of these routes serves']],
    ['painter=speaker', ['painter is the key of a model']],
    ['{"a": {"images": "painter", "voices": {"alloy": "en"}}}', ['a has voices, and no model for speech']],
    [
      '{"a": {"model": "painter", "voices": {"alloy": "en"}}}',
      ['a has voices, and painter does not speak a text'],
    ],
    ['{"a": {"model": "speaker", "voices": {"alloy": "fr", "nova": "fr"}}}', ['a: speaker has no voice fr']],
    [
      '{"a": {"speech": "painter", "voices": {"x": "y"}}}',
      ['a@speech is painter, which does not speak a text'],
    ],
    [
      '{"a": {"model": "nothing", "voices": {"x": "y"}}}',
      ['a is an alias of nothing, which is no model of the catalogue'],
    ],
  ])('%s has the problems %j', (written, problems) => {
    expect(problemsOf(written)).toEqual(problems);
  });

  it.each([
    [
      'a=b=c,d@sculptures=painter,e=nothing,f=mesh',
      [
        'has "a=b=c", which is neither name=modelKey nor name@use=modelKey',
        'd@sculptures: a use is one of images, edits, speech, videos',
        'e is an alias of nothing, which is no model of the catalogue',
        'f is an alias of mesh, which none of these routes serves',
      ],
    ],
    [
      '{"a": {"model": "nothing", "drop": ["prompt"]}, "b": 7, "b": "painter"}',
      [
        'has "b" twice',
        'a: drop must list parameters, and none of model, prompt, input, n, image, input_reference, response_format',
        'a is an alias of nothing, which is no model of the catalogue',
      ],
    ],
  ])('all of %s is named in one start', (written, problems) => {
    expect(problemsOf(written)).toEqual(problems);
  });
});
