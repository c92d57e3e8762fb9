import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { load as parse } from 'js-yaml';
import { isAspectRatio, isMediaUrl } from '../../../src/catalogue/input-fields';
import * as reference from '../../../src/operations/openapi/example-media';
import { completeInput, withoutInlineMedia } from './example-input';
import * as media from './example-media';

interface CatalogueFile {
  models?: { modelKey: string; operation: string; input: object }[];
}

const models = readdirSync('catalogue')
  .filter((name) => name.endsWith('.yaml'))
  .flatMap((name) => (parse(readFileSync(`catalogue/${name}`, 'utf8')) as CatalogueFile).models ?? []);

const ajv = new Ajv2020({ allErrors: true, strict: false });
ajv.addFormat('aspect-ratio', isAspectRatio);
ajv.addFormat('media-url', isMediaUrl);

function errorsOf(inputSchema: object, input: unknown): unknown {
  const validate = ajv.compile({ type: 'object', additionalProperties: false, ...inputSchema });
  return validate(input) ? null : validate.errors;
}

const complete = (inputSchema: object, input = {}) =>
  completeInput({ operation: 'text-to-image', inputSchema }, input);

describe('the input of a copied call', () => {
  it.each(models.map((model) => [model.modelKey, model] as const))(
    'is valid for %s with an empty form',
    (_key, { operation, input }) => {
      expect(errorsOf(input, completeInput({ operation, inputSchema: input }, {}))).toBeNull();
    },
  );

  it('keeps what was typed, and adds only required fields', () => {
    const schema = { required: ['prompt', 'mode'], properties: { prompt: {}, mode: {}, seed: {} } };
    expect(complete(schema, { prompt: 'a harbour' })).toEqual({
      prompt: 'a harbour',
      mode: expect.anything(),
    });
  });

  it.each([
    ['integer from 3', { type: 'integer', minimum: 3, maximum: 9 }],
    ['fractional minimum', { type: 'integer', minimum: 2.5 }],
    ['number from 0.02', { type: 'number', minimum: 0.02, maximum: 0.5 }],
    ['number above 0', { type: 'number', exclusiveMinimum: 0 }],
    ['negative number', { type: 'integer', maximum: -4 }],
    ['multiple', { type: 'integer', minimum: 100, multipleOf: 32 }],
    ['switch', { type: 'boolean' }],
    ['choice', { enum: ['a', 'b'] }],
    ['list', { type: 'array', minItems: 2, items: { type: 'integer', minimum: 4 } }],
    ['object', { type: 'object', required: ['x'], properties: { x: { type: 'number' } } }],
    ['nullable text', { type: ['string', 'null'] }],
    ['short text', { type: 'string', maxLength: 5, pattern: '\\S' }],
    ['long text', { type: 'string', minLength: 40 }],
  ])('has a valid value of a required %s', (_what, rule) => {
    const schema = { required: ['field'], properties: { field: rule } };
    expect(errorsOf(schema, complete(schema))).toBeNull();
  });

  it('has the files of the API reference', () => {
    expect({ ...media }).toEqual({ ...reference });
  });

  it('does not repeat a file that was sent inside the body', () => {
    expect(withoutInlineMedia({ imageUrl: 'data:image/png;base64,…', scale: 2 })).toEqual({ scale: 2 });
  });
});
