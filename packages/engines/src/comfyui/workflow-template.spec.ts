import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogueFiles } from '../engine-settings.js';
import { createTemplate, fillWorkflow, isFilled } from './workflow-template.js';

const WHERE = 'catalogue: options of a-model at comfyui';
const workflow = {
  '6': { class_type: 'CLIPTextEncode', inputs: { text: 'its own', clip: ['4', 1] } },
  '57:8': {
    class_type: 'SaveAudioAdvanced',
    inputs: { format: 'mp3', 'format.quality': 'V0', lora: { on: true, strength: 0.5 } },
  },
};
const make = (inputs: Record<string, unknown>, more = {}) =>
  createTemplate(WHERE, { workflow, inputs, ...more }, null);
const inputsOf = (inputs: Record<string, unknown>, values: Record<string, unknown>, node = '6') =>
  fillWorkflow(make(inputs), values)[node]!.inputs;

describe('a workflow', () => {
  it('is filled with typed values, texts with placeholders, constants and choices', () => {
    expect(inputsOf({ '6.inputs.text': '{{steps}}' }, { steps: 7 })).toMatchObject({ text: 7 });
    expect(inputsOf({ '6.inputs.text': 'a photo of {{prompt}}' }, { prompt: 'a cat' })).toMatchObject({
      text: 'a photo of a cat',
    });
    expect(inputsOf({ '6.inputs.text': 3 }, {})).toMatchObject({ text: 3 });
    const choice = { '6.inputs.text': { $case: 'style', plain: 'p', bright: '{{prompt}}!' } };
    expect(inputsOf(choice, { style: 'bright', prompt: 'a cat' })).toMatchObject({ text: 'a cat!' });
  });

  it('keeps its value where the caller sends none, and the template does not change', () => {
    const template = make({ '6.inputs.text': '{{prompt}}' });
    expect(fillWorkflow(template, { prompt: 'a cat' })['6']!.inputs.text).toBe('a cat');
    expect(fillWorkflow(template, {})['6']!.inputs.text).toBe('its own');
  });

  it('is addressed by names with dots, by ids with colons, and inside objects', () => {
    const places = {
      '57:8.inputs.format.quality': '{{quality}}',
      '57:8.inputs.lora.strength': '{{strength}}',
    };
    expect(inputsOf(places, { quality: '320k', strength: 0.9 }, '57:8')).toEqual({
      format: 'mp3',
      'format.quality': '320k',
      lora: { on: true, strength: 0.9 },
    });
  });

  it('reports which of its inputs predictions fill', () => {
    const template = make({ '6.inputs.text': '{{prompt}}', '57:8.inputs.format': 'opus' });
    expect(isFilled(template, '6', 'text')).toBe(true);
    expect(isFilled(template, '57:8', 'format')).toBe(false);
    expect(isFilled(template, '6', 'clip')).toBe(false);
  });

  it.each([
    [{ '6.text': '{{prompt}}' }, /inputs: 6\.text: a place is <node id>\.inputs\.<name of the input>/],
    [{ '9.inputs.text': '{{prompt}}' }, /the workflow has no node 9/],
    [{ '6.inputs.txt': '{{prompt}}' }, /node 6 \(CLIPTextEncode\) has no input txt; it has text, clip/],
    [{ '57:8.inputs.lora.weight': 1 }, /has no input lora\.weight/],
    [{ '6.inputs.clip': '{{prompt}}' }, /another node is connected there/],
    [{ '6.inputs.text': '{{prompt}' }, /braces that are no placeholder/],
    [{ '6.inputs.text': ['a'] }, /inputs\.6\.inputs\.text must be/],
  ])('is rejected for a wrong path or value: %j', (inputs, message) => {
    expect(() => make(inputs)).toThrow(message);
    expect(() => make(inputs)).toThrow(WHERE);
  });

  it('is rejected for outputs of unknown nodes, and for unknown options', () => {
    expect(() => make({}, { outputs: ['12'] })).toThrow(/outputs: there is no node 12/);
    expect(() => make({}, { seeds: 1 })).toThrow(/must NOT have additional properties/);
    expect(() => createTemplate(WHERE, {}, null)).toThrow(/must have required property 'workflow'/);
  });
});

describe('the file of a workflow', () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'workflows-'));
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  const files = () =>
    catalogueFiles({ name: 'comfyui', url: '', secret: null, options: { catalogueDirectory: directory } });
  const read = (contents: unknown) => {
    writeFileSync(
      join(directory, 'file.json'),
      typeof contents === 'string' ? contents : JSON.stringify(contents),
    );
    return createTemplate(WHERE, { workflow: 'file.json' }, files()).workflow;
  };

  it('is in the directory of the catalogue', () => {
    expect(read(workflow)).toEqual(workflow);
  });

  it('is rejected in the editor’s format, with how to export the other one', () => {
    const editors = { last_node_id: 1, nodes: [{ id: 1, type: 'SaveImage' }], links: [] };
    expect(() => read(editors)).toThrow(/file\.json is in the editor's format.*Export \(API\)/);
  });

  it.each([
    ['{', /file\.json is not JSON/],
    [[], /must be an object of nodes/],
    [{}, /has no nodes/],
    [{ '1': { class_type: 'SaveImage' } }, /node 1 has no class_type and inputs/],
    [{ prompt: workflow }, /node prompt has no class_type/],
  ])('is rejected when it is no workflow: %j', (contents, message) => {
    expect(() => read(contents)).toThrow(message);
  });

  it('is named in the error when it is missing', () => {
    const missing = () => createTemplate(WHERE, { workflow: 'none.json' }, files());
    expect(missing).toThrow(/a-model.*none\.json, from .*none\.json, cannot be read \(ENOENT\)/);
  });
});
