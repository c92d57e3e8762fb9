import { DIGITAL_SOURCE_TYPES, MODALITIES, OPERATIONS } from './catalogue-model.js';
import { schemaOf } from './entry-fields.js';
import { PACK_FIELDS } from './packs.js';
import { PLAN_FIELDS } from './plan-fields.js';

/** In credits; by far the largest price that a number holds with three decimals. */
const price = { type: 'number', minimum: 0, maximum: 1_000_000_000, multipleOf: 0.001 } as const;

export const PRICING = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  properties: {
    base: price,
    perSecond: price,
    perMegapixel: price,
    perThousandCharacters: price,
    multipliers: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        additionalProperties: { type: 'number', minimum: 0, maximum: 1_000_000 },
      },
    },
  },
} as const;

export const ENGINE_COST = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  properties: { perPrediction: price, perCredit: { type: 'number', minimum: 0, maximum: 1000 } },
} as const;

const providerName = { type: 'string', pattern: '^[a-z][a-z0-9-]{0,63}$' };
const variable = { type: 'string', pattern: '^[A-Z][A-Z0-9_]*$' };
const setting = {
  anyOf: [
    { type: 'string', minLength: 1 },
    {
      type: 'object',
      required: ['from'],
      additionalProperties: false,
      properties: { from: variable, default: { type: 'string' } },
    },
  ],
};

/** Checked at boot. */
export const CATALOGUE_FILE_SCHEMA = {
  type: 'object',
  required: ['provider', 'models'],
  additionalProperties: false,
  properties: {
    provider: providerName,
    engine: {
      type: 'object',
      required: ['adapter', 'url'],
      properties: {
        adapter: { type: 'string' },
        url: setting,
        // A file contains only the name of a secret's variable, never the secret.
        secret: {
          type: 'object',
          required: ['from'],
          additionalProperties: false,
          properties: { from: variable, optional: { type: 'boolean' } },
        },
      },
    },
    limits: {
      type: 'object',
      additionalProperties: false,
      properties: {
        concurrency: { type: 'integer', minimum: 1, maximum: 10_000 },
        requestsPerSecond: { type: 'number', exclusiveMinimum: 0, maximum: 10_000 },
      },
    },
    models: {
      type: 'array',
      items: {
        type: 'object',
        required: [
          'modelKey',
          'modality',
          'operation',
          'title',
          'description',
          'typicalSeconds',
          'deadlineSeconds',
          'pricing',
          'input',
        ],
        // A model either runs at the engine of this file or lists its routes.
        oneOf: [{ required: ['model'] }, { required: ['routes'] }],
        additionalProperties: false,
        properties: {
          modelKey: { type: 'string', pattern: '^[a-z0-9][a-z0-9._-]{0,99}$' },
          model: { type: 'string', minLength: 1, maxLength: 200 },
          modality: { enum: MODALITIES },
          operation: { enum: OPERATIONS },
          title: { type: 'string', minLength: 1, maxLength: 120 },
          description: { type: 'string', minLength: 1, maxLength: 2000 },
          typicalSeconds: { type: 'number', exclusiveMinimum: 0 },
          deadlineSeconds: { type: 'number', minimum: 1, maximum: 86400 },
          deadlineField: { type: 'string' },
          pricing: PRICING,
          engineCost: ENGINE_COST,
          input: {
            type: 'object',
            required: ['properties'],
            properties: {
              properties: { type: 'object' },
              required: { type: 'array', items: { type: 'string' } },
            },
          },
          options: { type: 'object' },
          // True: results are delivered with the metadata that the engine wrote into them.
          keepMetadata: { type: 'boolean' },
          // In IPTC's terms, how results came to be, where the engine is no trained model for instance.
          digitalSourceType: { enum: [...DIGITAL_SOURCE_TYPES] },
          // False: not offered, until an administrator or this file switches it on.
          enabled: { type: 'boolean' },
          routes: {
            type: 'array',
            minItems: 1,
            items: {
              type: 'object',
              required: ['provider', 'model'],
              additionalProperties: false,
              properties: {
                provider: providerName,
                model: { type: 'string', minLength: 1, maxLength: 200 },
                options: { type: 'object' },
                enabled: { type: 'boolean' },
              },
            },
          },
          needs: {
            type: 'object',
            additionalProperties: false,
            properties: {
              package: { type: 'string' },
              values: {
                type: 'object',
                additionalProperties: { type: 'object', additionalProperties: { type: 'string' } },
              },
            },
          },
        },
      },
    },
  },
} as const;

export const PLANS_FILE_SCHEMA = {
  type: 'object',
  required: ['default', 'plans'],
  additionalProperties: false,
  properties: {
    default: { type: 'string' },
    plans: {
      type: 'array',
      minItems: 1,
      items: {
        ...schemaOf(PLAN_FIELDS),
        // A price needs credits: they are what is paid for each month.
        dependentRequired: { price: ['monthlyCredits'], creditsExpire: ['monthlyCredits'] },
      },
    },
  },
} as const;

export const PACKS_FILE_SCHEMA = {
  type: 'object',
  required: ['packs'],
  additionalProperties: false,
  properties: { packs: { type: 'array', maxItems: 100, items: schemaOf(PACK_FIELDS) } },
} as const;
