/** Each model on offer has its own schema of the body, distinguished by `modelKey`, with an example that the service accepts. */
import type { OpenAPIObject } from '@nestjs/swagger';
import { type CatalogueModel, withInterfaceFields } from '../../catalogue/index.js';
import { COMMON_FIELDS } from '../../generation/index.js';
import { EXAMPLE_PICTURE, EXAMPLE_VIDEO } from './example-media.js';
import { operationsOf } from './operations.js';
import { withSpokenDefault } from './spoken-defaults.js';

type Schema = Record<string, unknown>;
type Schemas = Record<string, Schema>;

const OPERATIONS: ReadonlySet<string> = new Set([
  'startPrediction',
  'quotePrediction',
  'startDashboardPrediction',
  'quoteDashboardPrediction',
]);
const ASPECT_RATIO = '^[1-9]\\d{0,4}:[1-9]\\d{0,4}$';

const PROMPTS: Record<string, string> = {
  speech: 'Good evening. This is the lighthouse.',
  music: 'calm piano in the rain',
  'sound-effect': 'rain on a tin roof',
  'text-to-3d': 'a red rocket',
};
const DEFAULT_PROMPT = 'a lighthouse at dusk';

/** @param models on offer, at least one. */
export function describeModelInputs(document: OpenAPIObject, models: readonly CatalogueModel[]): void {
  if (models.length === 0) return;
  const schemas = (document.components?.schemas ?? {}) as Schemas;
  const nameOf = (model: CatalogueModel) => `Input.${model.modelKey}`;
  const refOf = (model: CatalogueModel) => `#/components/schemas/${nameOf(model)}`;
  for (const model of models) schemas[nameOf(model)] = inputSchemaOf(model, schemas.GenerateRequest!);
  schemas.GenerateInput = {
    type: 'object',
    description: 'One of the models on offer; `modelKey` selects it.',
    required: ['modelKey'],
    properties: {
      modelKey: { type: 'string', description: 'A model of `GET /api/models`.' },
      prompt: { type: 'string', description: 'What to make, for models that take one.' },
    },
    // Validators that close every schema by themselves would else know these two fields alone.
    unevaluatedProperties: true,
    oneOf: models.map((model) => ({ $ref: refOf(model) })),
    discriminator: {
      propertyName: 'modelKey',
      mapping: Object.fromEntries(models.map((model) => [model.modelKey, refOf(model)])),
    },
  };
  const examples = Object.fromEntries(
    models.map((model) => [model.modelKey, { summary: model.title, value: exampleOf(model) }]),
  );
  for (const { operationId, requestBody } of operationsOf(document)) {
    if (!OPERATIONS.has(operationId) || !requestBody) continue;
    requestBody.description = 'The fields depend on the model.';
    requestBody.content['application/json'] = {
      schema: { $ref: '#/components/schemas/GenerateInput' },
      examples,
    };
  }
  // The generic body remains where no model is on offer.
  delete schemas.GenerateRequest;
}

function inputSchemaOf(model: CatalogueModel, generic: Schema): Schema {
  const own = propertiesOf(model.inputSchema);
  const all = propertiesOf(withInterfaceFields(model.inputSchema));
  const fields = Object.entries(all).map(([name, rule]) => {
    const field = portable(rule);
    return [name, name in own ? field : { ...field, description: 'Ignored: this model has no use for it.' }];
  });
  const described = propertiesOf(generic);
  const common = Object.keys(COMMON_FIELDS).map((name) => [name, described[name]]);
  return {
    ...model.inputSchema,
    type: 'object',
    title: model.title,
    description: model.description,
    required: ['modelKey', ...((model.inputSchema.required as string[] | undefined) ?? [])],
    properties: {
      modelKey: { type: 'string', const: model.modelKey },
      ...(Object.fromEntries([...fields, ...common]) as Schema),
      deadlineSeconds: deadlineOf(model, described.deadlineSeconds!),
    },
    additionalProperties: false,
  };
}

/** A limit that depends on another field is left out. */
function deadlineOf({ deadlineField, deadlineSeconds }: CatalogueModel, rule: Schema): Schema {
  if (deadlineField !== undefined) return rule;
  return { ...rule, minimum: Math.min(rule.minimum as number, deadlineSeconds), maximum: deadlineSeconds };
}

/** Other validators do not know our own string formats. Defaults are said in words. */
function portable({ format, ...described }: Schema): Schema {
  const rule = withSpokenDefault(described);
  if (format === 'aspect-ratio') return { ...rule, pattern: ASPECT_RATIO };
  return format === undefined || format === 'media-url' ? rule : { ...rule, format };
}

/** Has the required fields, and the prompt of a model that accepts one. */
export function exampleOf(model: CatalogueModel): Record<string, unknown> {
  const own = propertiesOf(model.inputSchema);
  const required = (model.inputSchema.required as string[] | undefined) ?? [];
  const names = Object.keys(own).filter((name) => required.includes(name) || name === 'prompt');
  return {
    modelKey: model.modelKey,
    ...Object.fromEntries(names.map((name) => [name, exampleValue(name, own[name]!, model)])),
  };
}

function exampleValue(name: string, rule: Schema, { operation }: CatalogueModel): unknown {
  if (name === 'prompt') return PROMPTS[operation] ?? DEFAULT_PROMPT;
  if (name === 'imageUrl') return EXAMPLE_PICTURE;
  if (name === 'videoUrl') return EXAMPLE_VIDEO;
  if (rule.format === 'aspect-ratio') return '16:9';
  const [known] = (rule.examples ?? rule.enum ?? []) as unknown[];
  return rule.default ?? known ?? rule.minimum ?? DEFAULT_PROMPT;
}

function propertiesOf(schema: Readonly<Schema>): Record<string, Schema> {
  return (schema.properties ?? {}) as Record<string, Schema>;
}
