import { ConfigError } from 'offprint';
import { readSettings, resolveSettings } from './front-settings.js';

const read = (variables: Record<string, string>) => readSettings((name) => variables[name] ?? null);

describe('the settings', () => {
  it('have defaults', () => {
    expect(read({})).toEqual({ aliases: {}, maxImages: 4, waitSeconds: 540 });
  });

  it('read aliases, images and seconds', () => {
    const variables = {
      OPENAI_FRONT_ALIASES: 'gpt-image-1 = embedded-image, tts-1=embedded-speech',
      OPENAI_FRONT_MAX_IMAGES: '10',
      OPENAI_FRONT_WAIT_SECONDS: '30',
    };
    expect(read(variables)).toEqual({
      aliases: { 'gpt-image-1': 'embedded-image', 'tts-1': 'embedded-speech' },
      maxImages: 10,
      waitSeconds: 30,
    });
  });

  it.each([
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
