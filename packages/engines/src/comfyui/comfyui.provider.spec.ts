import { readFileSync } from 'node:fs';
import { CATALOGUE, shippedModels } from '../../test/support/shipped-models.js';
import type { CatalogueModel } from '../model.js';
import { ComfyuiProvider } from './comfyui.provider.js';
import { createTemplate } from './workflow-template.js';

const comfy = new ComfyuiProvider({
  name: 'comfyui',
  url: 'http://127.0.0.1:1',
  secret: null,
  options: { catalogueDirectory: CATALOGUE },
});
const FILES = { directory: CATALOGUE, read: (path: string) => readFileSync(path, 'utf8') };
const SHIPPED = shippedModels('comfyui');

const workflow = {
  '1': { class_type: 'CLIPTextEncode', inputs: { text: '', scale: 1, steps: 20 } },
  '2': { class_type: 'LoadImage', inputs: { image: 'example.png' } },
};
const fields = {
  prompt: { type: 'string' },
  imageUrl: { type: 'string', format: 'media-url' },
  scale: { enum: [2, 4] },
  duration: { type: 'number' },
};
type Field = keyof typeof fields;

/** An exclamation mark makes a field required. */
function offer(sent: (Field | `${Field}!`)[], inputs: Record<string, unknown>, more = {}): () => boolean {
  const names = sent.map((name) => name.replace('!', '') as Field);
  const model = {
    modelKey: 'a-model',
    inputSchema: {
      properties: Object.fromEntries(names.map((name) => [name, fields[name]])),
      required: names.filter((_, index) => sent[index]!.endsWith('!')),
    },
    options: { workflow, inputs, ...more },
  } as unknown as CatalogueModel;
  return () => comfy.offers(model);
}

describe('models on offer at ComfyUI', () => {
  it('are all shipped ones: each workflow fits its model', () => {
    expect(SHIPPED.length).toBeGreaterThanOrEqual(3);
    for (const model of SHIPPED) expect(comfy.offers(model)).toBe(true);
  });

  it('list exactly the files that the server needs', () => {
    for (const { description, options } of SHIPPED) {
      const { workflow } = createTemplate('', options, FILES);
      const files = Object.values(workflow)
        .flatMap(({ inputs }) => Object.values(inputs))
        .filter((value): value is string => /\.(safetensors|pth)$/.test(String(value)));
      expect(files.length).toBeGreaterThan(0);
      for (const file of files) expect(description).toContain(file);
    }
  });

  it('may use derived values besides the inputs of callers', () => {
    const inputs = { '1.inputs.text': '{{prompt}} {{seed}} {{width}} {{height}} {{predictionId}}' };
    expect(offer(['prompt!'], inputs)()).toBe(true);
    const media = { '2.inputs.image': '{{image}}', '1.inputs.steps': '{{frames}}' };
    expect(offer(['imageUrl!', 'duration'], media, { frames: { perSecond: 8 } })()).toBe(true);
  });

  it.each<[string, () => boolean, RegExp]>([
    [
      'a placeholder that stands for nothing',
      offer(['prompt!'], { '1.inputs.text': '{{promt}}' }),
      /\{\{promt\}\} stands for nothing; there are prompt, seed, width/,
    ],
    [
      'a caller’s address',
      offer(['imageUrl!'], { '2.inputs.image': '{{imageUrl}}' }),
      /would hand an address that a caller wrote to the engine/,
    ],
    [
      'media without its field',
      offer(['prompt!'], { '1.inputs.text': '{{prompt}} {{video}}' }),
      /\{\{video\}\} needs the field videoUrl/,
    ],
    [
      'media that callers may leave out',
      offer(['imageUrl'], { '2.inputs.image': '{{image}}' }),
      /needs imageUrl to be required/,
    ],
    [
      'frames without a rule to count them',
      offer(['duration'], { '1.inputs.steps': '{{frames}}' }),
      /\{\{frames\}\} needs the option frames/,
    ],
    [
      'a choice that leaves a value out',
      offer(['scale!'], { '1.inputs.scale': { $case: 'scale', '2': 0.5 } }),
      /inputs: 1\.inputs\.scale: \$case scale has nothing for 4/,
    ],
    [
      'a choice over anything',
      offer(['prompt!'], { '1.inputs.text': { $case: 'prompt', a: 1 } }),
      /\$case prompt needs an enum/,
    ],
    [
      'a field that goes nowhere',
      offer(['prompt!', 'scale'], { '1.inputs.text': '{{prompt}}' }),
      /the field scale does not reach the workflow/,
    ],
  ])('are rejected for %s', (_fault, offered, message) => {
    expect(offered).toThrow(message);
    expect(offered).toThrow('catalogue: options of a-model at comfyui: ');
  });

  it('have only two dialects', () => {
    const make = (dialect: unknown) => () =>
      new ComfyuiProvider({ name: 'own', url: 'http://127.0.0.1:1', secret: null, options: { dialect } });
    expect(make('websocket')).toThrow(/own\.yaml: engine: dialect must be direct or api-v2, not "websocket"/);
    expect(make('toString')).toThrow(/dialect/);
    expect(make('direct')().resubmission).toBe('lookup');
    expect(make('api-v2')().resubmission).toBe('idempotent');
  });
});
