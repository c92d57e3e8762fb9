import { ConfigError } from 'offprint';
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
    [{ OPENAI_FRONT_ALIASES: 'a=b,' }, 'name=modelKey'],
    [{ OPENAI_FRONT_ALIASES: '{"a": ' }, 'is no valid JSON'],
    [{ OPENAI_FRONT_ALIASES: '{"a": 7}' }, 'name=modelKey'],
    [{ OPENAI_FRONT_ALIASES: '{"a": {}}' }, 'a has no model'],
    [{ OPENAI_FRONT_ALIASES: '{"a": {"model": "b", "voice": {}}}' }, '"voice" is none of'],
    [{ OPENAI_FRONT_ALIASES: '{"a": {"model": "b", "voices": ["en"]}}' }, 'voices must be an object'],
    [{ OPENAI_FRONT_ALIASES: '{"a": {"model": "b", "drop": "style"}}' }, 'drop must list parameters'],
    [{ OPENAI_FRONT_ALIASES: '{"a": {"model": "b", "drop": ["prompt"]}}' }, 'none of model, prompt'],
    [{ OPENAI_FRONT_CORS: 'yes' }, 'OPENAI_FRONT_CORS must be true or false'],
    [{ OPENAI_FRONT_ALIASES: 'gpt-image-1' }, 'name=modelKey'],
    [{ OPENAI_FRONT_ALIASES: 'a=b=c' }, 'name=modelKey'],
    [{ OPENAI_FRONT_ALIASES: 'a/b=c' }, 'name=modelKey'],
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
