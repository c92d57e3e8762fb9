/** The shape of a model's `options` is checked at boot. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { FrameRule, SizeRule } from './output-size.js';

export interface TemplateOptions {
  /** The path of a file beside the catalogue, or the workflow itself. */
  workflow: string | object;
  /** `<node>.inputs.<input>` → a constant, a text with placeholders, or a `$case` (wire/template.ts). */
  inputs?: Record<string, unknown>;
  /** The nodes whose files are the result. Default: every saved file of the model's modality. */
  outputs?: readonly string[];
  size?: SizeRule;
  frames?: FrameRule;
  /** What follows when a response was lost and the engine has no lookup. */
  onAmbiguous?: 'fail' | 'retry';
}

/** Null selects every saved file of the model's modality. */
export type OutputNodes = readonly string[] | null;

const positive = { type: 'integer', minimum: 1 };

const check = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile({
  type: 'object',
  required: ['workflow'],
  additionalProperties: false,
  properties: {
    workflow: { type: ['string', 'object'], minLength: 1 },
    inputs: {
      type: 'object',
      additionalProperties: {
        anyOf: [
          { type: ['string', 'number', 'boolean'] },
          { type: 'object', required: ['$case'], properties: { $case: { type: 'string' } } },
        ],
      },
    },
    outputs: { type: 'array', minItems: 1, items: { type: 'string' } },
    size: {
      type: 'object',
      additionalProperties: false,
      properties: { area: { type: 'integer', minimum: 4096 }, multipleOf: positive },
    },
    frames: {
      type: 'object',
      required: ['perSecond'],
      additionalProperties: false,
      properties: {
        perSecond: { type: 'number', exclusiveMinimum: 0 },
        multipleOf: positive,
        plus: { type: 'integer', minimum: 0 },
      },
    },
    onAmbiguous: { enum: ['fail', 'retry'] },
  },
});

/** @throws Error naming every invalid option. */
export function requireOptions(where: string, options: unknown): TemplateOptions {
  if (check(options)) return options;
  const problems = (check.errors ?? []).map(({ instancePath, message }) =>
    `${instancePath.slice(1).replaceAll('/', '.')} ${message}`.trim(),
  );
  throw new Error(`${where}: ${[...new Set(problems)].join('; ')}`);
}

/** A poll needs only the output nodes, and must fetch results even after the model has left the catalogue. */
export function outputNodesOf({ outputs }: Readonly<Record<string, unknown>>): OutputNodes {
  return Array.isArray(outputs) && outputs.every((node) => typeof node === 'string') ? outputs : null;
}
