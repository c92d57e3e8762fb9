import { shippedModels } from '../../test/support/shipped-models.js';
import type { CatalogueModel } from '../model.js';
import { DIALECTS } from './dialects/index.js';
import { OpenAiCompatibleProvider } from './openai-compatible.provider.js';

const provider = (options: Record<string, unknown>) =>
  new OpenAiCompatibleProvider({
    name: 'openai-compatible',
    url: 'http://engine.example/v1',
    secret: null,
    options,
  });

const entries = shippedModels('openai-compatible');
const offered = (options: Record<string, unknown>) =>
  entries.filter((model) => provider(options).offers(model)).map(({ modelKey }) => modelKey);

const entry = (more: Partial<CatalogueModel>): CatalogueModel => ({
  ...entries.find(({ modelKey }) => modelKey === 'openai-image')!,
  ...more,
});

describe('the models on offer', () => {
  it('are those of the catalogue that the server supports', () => {
    expect(offered({})).toEqual([
      'openai-image',
      'openai-image-edit',
      'openai-reframe',
      'openai-remove-background',
      'openai-speech',
    ]);
    expect(offered({ dialect: 'sglang' })).toEqual([
      'selfhosted-image',
      'selfhosted-image-edit',
      'selfhosted-video',
      'selfhosted-animate',
      'selfhosted-mesh',
    ]);
  });

  it('include every entry of the catalogue by some dialect, and every dialect has one', () => {
    const byDialect = Object.keys(DIALECTS).map((dialect) => offered({ dialect }));
    expect(byDialect.filter((keys) => keys.length === 0)).toEqual([]);
    expect(entries.map(({ modelKey }) => modelKey).filter((key) => !byDialect.flat().includes(key))).toEqual(
      [],
    );
  });

  it('are only those that the operator lists, if there is a list', () => {
    expect(offered({ dialect: 'vllm-omni', models: 'Qwen/Qwen-Image, something-else' })).toEqual([
      'selfhosted-image',
    ]);
    expect(offered({ dialect: 'localai', models: 'dreamshaper-8-inpainting' })).toEqual(['localai-reframe']);
    expect(offered({ models: '' })).toHaveLength(5);
  });

  it('of stable-diffusion.cpp name no format that only some builds write, and say what sizes come', () => {
    const models = entries.filter((model) => provider({ dialect: 'stable-diffusion-cpp' }).offers(model));
    expect(models.map(({ modelKey }) => modelKey)).toEqual([
      'sdcpp-image',
      'sdcpp-image-edit',
      'sdcpp-reframe',
    ]);
    expect(DIALECTS['stable-diffusion-cpp']!.frames.multipleOf).toBe(64);
    for (const { description, inputSchema } of models) {
      expect(description).toContain('multiples of 64 pixels');
      const { format } = inputSchema.properties as { format?: { enum: string[] } };
      expect(format?.enum ?? ['png']).not.toContain('webp');
    }
  });

  it('exclude those without a route of the server', () => {
    expect(provider({}).offers(entry({ operation: 'music', modality: 'audio', options: {} }))).toBe(false);
  });
});

describe('the start fails with the position of', () => {
  it('an unknown dialect', () => {
    expect(() => provider({ dialect: 'ollama' })).toThrow(
      /catalogue\/openai-compatible\.yaml: .*ollama.*openai, localai/,
    );
    expect(() => provider({ dialect: 'toString' })).toThrow(/no dialect toString/);
  });

  it.each([
    [{ dialects: ['openai', 'open-ai'] }, /openai-image: options\.dialects: there is no dialect open-ai/],
    [{ size: '1024x1024' }, /openai-image: options\.size is not an option/],
    [{ sizes: ['large'] }, /options\.sizes must be a list of sizes/],
    [{ fields: 'steps' }, /options\.fields must be an object/],
    [{ inputs: { seed: 7 } }, /options\.inputs must be an object of names/],
    [{ onAmbiguous: 'maybe' }, /options\.onAmbiguous must be fail or retry/],
    [{ imageField: 'picture' }, /options\.imageField must be/],
  ])('options such as %j', (options, message) => {
    expect(() => provider({}).offers(entry({ options }))).toThrow(message);
  });

  describe('a format of sound', () => {
    const speech = (format: object, options: Record<string, unknown> = {}) => {
      const inputSchema = { type: 'object', properties: { prompt: {}, format } };
      return () =>
        provider({}).offers(entry({ operation: 'speech', modality: 'audio', inputSchema, options }));
    };

    it.each(['mp3', 'ogg', 'opus', 'wav', 'flac', 'aac'])('unless it is known, as %s is', (format) => {
      expect(speech({ enum: [format] })()).toBe(true);
      expect(speech({ const: format })()).toBe(true);
    });

    it.each(['pcm', 'pcm16', 'ulaw', 'm4a', 'webm', 'MP3', ''])('that is not known: %j', (format) => {
      const message = `the engine has no format ${format} that can be stored, but mp3, ogg, opus, wav, flac, aac`;
      expect(speech({ enum: ['mp3', format] })).toThrow(message);
      expect(speech({ const: format })).toThrow(message);
      // Sent unchanged under a name of the operator's, or left out.
      for (const inputs of [{ format: 'codec' }, { format: null }])
        expect(speech({ enum: [format] }, { inputs })()).toBe(true);
    });

    it('that may be any text', () => {
      expect(speech({ type: 'string' })).toThrow('the input format must list its values (enum), of mp3, ogg');
    });

    it.each(['music', 'sound-effect'] as const)('of %s, where it is translated', (operation) => {
      const inputSchema = { type: 'object', properties: { prompt: {}, format: { enum: ['pcm'] } } };
      const model = entry({ operation, modality: 'audio', inputSchema, options: {} });
      expect(() => provider({ dialect: 'vllm-omni' }).offers(model)).toThrow('the engine has no format pcm');
    });
  });

  it('an input that is never sent, unless the entry maps it or allows to omit it', () => {
    const inputSchema = { type: 'object', properties: { prompt: {}, seed: {} } };
    expect(() => provider({}).offers(entry({ inputSchema, options: {} }))).toThrow(
      /openai-image: the engine has no field for the input seed/,
    );
    for (const inputs of [{ seed: 'seed' }, { seed: null }])
      expect(provider({}).offers(entry({ inputSchema, options: { inputs } }))).toBe(true);
  });
});
