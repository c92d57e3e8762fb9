import { shippedModels } from '../../test/support/shipped-models.js';
import type { CatalogueModel } from '../model.js';
import type { EngineResponse } from '../wire/index.js';
import { readOptions } from './sdapi-options.js';
import { hasCheckpoint, readCheckpoints } from './sdapi-response.js';

const entry = (fields: Partial<CatalogueModel>): CatalogueModel =>
  ({
    provider: 'sdapi',
    modelKey: 'my-model',
    operation: 'text-to-image',
    options: {},
    ...fields,
  }) as CatalogueModel;

describe('options of a model', () => {
  it('are those of every model that is shipped', () => {
    const shipped = shippedModels('sdapi');
    expect(shipped.map(({ operation }) => operation).sort()).toEqual([
      'image-to-image',
      'reframe',
      'text-to-image',
      'upscale',
    ]);
    for (const model of shipped) expect(readOptions(model)).toMatchObject({ onAmbiguous: 'retry' });
  });

  it.each([
    [{ operation: 'music' as const }, /sdapi\.yaml: my-model: this engine does .*not music/],
    [{ options: { checkpont: 'x' } }, /sdapi\.yaml: my-model: .*checkpont/],
    [{ options: { multipleOf: 0 } }, /my-model: options\/multipleOf/],
    [{ options: { parameters: { prompt: 'mine' } } }, /my-model: options\/parameters/],
    [{ options: { parameters: { batch_size: 4 } } }, /my-model: options\/parameters/],
  ])('%j stop the start and say where', (fields, message) => {
    expect(() => readOptions(entry(fields))).toThrow(message);
  });
});

describe('a checkpoint', () => {
  const reported = [
    null,
    'a name',
    { title: 7, model_name: null, filename: {}, hash: 31 },
    {
      title: 'xl/sd_xl_base_1.0.safetensors [31e35c80fc]',
      model_name: 'xl_sd_xl_base_1.0',
      hash: '31e35c80fc',
      sha256: null,
      filename: 'C:\\models\\Stable-diffusion\\xl\\sd_xl_base_1.0.safetensors',
    },
  ];
  const list = readCheckpoints({ json: () => reported } as unknown as EngineResponse)!;

  it.each([
    'xl/sd_xl_base_1.0.safetensors [31e35c80fc]',
    'xl/sd_xl_base_1.0.safetensors',
    'xl_sd_xl_base_1.0',
    'SD_XL_BASE_1.0',
    'sd_xl_base_1.0.safetensors',
    '31e35c80fc',
  ])('is known as %s', (name) => {
    expect(hasCheckpoint(list, name)).toBe(true);
  });

  it.each(['sd_xl', 'sd_xl_base_1.0.ckpt', '', 'xl'])('is not known as %j', (name) => {
    expect(hasCheckpoint(list, name)).toBe(false);
  });
});
