/** What the tools return are parts of the service's responses, so each of their fields is as openapi.json describes it. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import * as schemas from './schemas.js';

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}

/** What a field holds, by its path: `outputs[].bytes` is a `number`. */
type Shape = Record<string, string>;

/** Texts that a later service may extend are open in the tools. */
const OPEN_FIELD = /(^|\.)(operation|code)$/;

const document = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')) as {
  components: { schemas: Record<string, Schema> };
};

function resolve(schema: Schema): Schema {
  return schema.$ref ? resolve(document.components.schemas[schema.$ref.split('/').at(-1)!]!) : schema;
}

/** Returns the shape of the fields of an object. A tool returns whole numbers as numbers. */
function shapeOf(object: Schema, parent = ''): Shape {
  const fields = Object.entries(resolve(object).properties ?? {}).map(([name, field]) => {
    const isRequired = resolve(object).required?.includes(name) ?? false;
    return shapeOfField(field, `${parent}${name}`, isRequired ? '' : ', optional');
  });
  return Object.assign({}, ...fields) as Shape;
}

function shapeOfField(schema: Schema, path: string, suffix: string): Shape {
  const field = resolve(schema);
  if (field.anyOf) {
    const variants = field.anyOf.filter(({ type }) => type !== 'null');
    const isNullable = variants.length < field.anyOf.length;
    expect(variants).toHaveLength(1);
    return shapeOfField(variants[0]!, path, `${isNullable ? ' or null' : ''}${suffix}`);
  }
  const types = [field.type!].flat();
  const kind = types.find((type) => type !== 'null')!.replace('integer', 'number');
  const isClosed = field.enum && !OPEN_FIELD.test(path);
  const text = isClosed ? field.enum!.map((value) => JSON.stringify(value)).join(' | ') : kind;
  return {
    [path]: `${text}${types.includes('null') ? ' or null' : ''}${suffix}`,
    ...(field.items && shapeOfField(field.items, `${path}[]`, '')),
    ...shapeOf(field, `${path}.`),
  };
}

const CEILING = ['ceiling', 'ceiling.maxCredits', 'ceiling.spent', 'ceiling.left'];

/** Each result of a tool, the responses that it is made of, and the fields that only the tool has. */
const RESULTS: [name: string, result: z.ZodType, responses: string[], own: string[]][] = [
  ['list_models', schemas.modelsOutput.shape.models.element, ['ModelEntry'], []],
  ['get_model', schemas.modelOutput, ['ModelBody'], []],
  ['quote', schemas.quoteOutput, ['QuoteBody'], ['withinCeiling', ...CEILING]],
  ['generate', schemas.predictionSchema, ['GenerateBody', 'StatusBody'], ['outputs[].savedTo', ...CEILING]],
  [
    'list_predictions',
    schemas.predictionsOutput.shape.predictions.element,
    ['GenerateBody', 'HistoryEntry'],
    ['outputs[].savedTo', ...CEILING],
  ],
  ['get_balance', schemas.balanceOutput, ['BalanceBody'], CEILING],
];

it.each(RESULTS)(
  '%s returns fields of the service as openapi.json describes them',
  (_, result, responses, own) => {
    const tool = shapeOf(z.toJSONSchema(result) as Schema);
    const service = Object.assign(
      {},
      ...responses.map((name) => shapeOf(document.components.schemas[name]!)),
    ) as Shape;
    const differences = Object.entries(tool)
      .filter(([path, kind]) => !own.includes(path) && service[path] !== kind)
      .map(([path, kind]) => `${path}: ${kind} in the tool, ${service[path] ?? 'missing'} in openapi.json`);
    expect(differences).toEqual([]);
    // A field that the service gets, too, is no longer the tool's own.
    expect(own.filter((path) => !(path in tool) || path in service)).toEqual([]);
  },
);
