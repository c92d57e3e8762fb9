/**
 * Makes a small description for programs that make a tool for assistants of each operation: what a caller with an API key needs, with flat
 * bodies. Such programs read the `properties` of a body alone, and every operation costs tokens.
 */
import type { OpenAPIObject } from '@nestjs/swagger';
import { type Operation, placedOperationsOf } from './operations.js';

type Schema = Record<string, unknown>;
type Schemas = Record<string, Schema>;

/** The words are those of an assistant. No operation of sign-in, of the dashboard or of administration is a tool. */
const TOOLS: Record<string, string> = {
  listModels: 'Lists the models on offer, each with the fields that it takes (`inputSchema`) and its price.',
  getModel: 'Reads one model: the fields that it takes (`inputSchema`) and its price.',
  quotePrediction: 'Returns what a generation would cost in credits. Nothing is charged.',
  startPrediction:
    'Starts the generation of a picture, video, sound or 3D model, and charges its cost. With `wait` it returns the finished result, ' +
    'whose `outputUrl` is a link to the file; else ask with getPrediction.',
  getPrediction:
    'Reads the status of a generation; when it is `completed`, `outputUrl` is a link to the file.',
  cancelPrediction: 'Cancels a generation that is still processing. Its cost is refunded.',
  uploadMedia: 'Sends a picture or a video. Its `url` is an `imageUrl` or `videoUrl` of a generation.',
  listPredictions: 'Lists past generations, newest first.',
  getBalance: 'Reads the credits that can be spent.',
  readOwnKey: 'Reads what the API key may do, and what is left of its limits.',
};
const FORM = 'multipart/form-data';
const JSON_TYPE = 'application/json';

/** @param document the whole description, complete. */
export function toolsOf(document: OpenAPIObject): object {
  const schemas = (document.components?.schemas ?? {}) as Schemas;
  const paths: Record<string, Record<string, object>> = {};
  for (const { path, method, operation } of placedOperationsOf(document)) {
    const description = TOOLS[operation.operationId];
    if (description === undefined) continue;
    paths[path] = { ...paths[path], [method]: { ...toolOf(operation, schemas), description } };
  }
  const { openapi, info, servers, components } = document;
  return {
    openapi,
    info: {
      title: info.title,
      version: info.version,
      description:
        'Generates images, videos, audio and 3D models for credits. The whole API: `/api/openapi.json`.',
    },
    servers,
    paths,
    components: { securitySchemes: { apiKey: components?.securitySchemes?.apiKey } },
    security: [{ apiKey: [] }],
  };
}

/** No tool uses headers, error bodies, examples and the schemas of answers. */
function toolOf(operation: Operation, schemas: Schemas): object {
  const { operationId, summary, tags, parameters = [], requestBody, responses, security = [] } = operation;
  const [success = '200'] = Object.keys(responses);
  return {
    operationId,
    summary,
    tags,
    parameters: (parameters as { in: string }[]).filter((parameter) => parameter.in !== 'header'),
    ...(requestBody && { requestBody: bodyOf(requestBody, schemas) }),
    responses: {
      [success]: { description: 'Done.', content: { [JSON_TYPE]: { schema: { type: 'object' } } } },
    },
    // Of several credentials, the key.
    security: security.filter((scheme) => 'apiKey' in scheme),
  };
}

function bodyOf({ content }: NonNullable<Operation['requestBody']>, schemas: Schemas): object {
  const json = content[JSON_TYPE];
  if (!json) return { required: true, content: { [FORM]: content[FORM] } };
  return { required: true, content: { [JSON_TYPE]: { schema: flat(json.schema as Schema, schemas) } } };
}

/** Returns the fields of all alternatives; which of them a model takes, and their bounds, are in its own schema. */
function flat(schema: Schema, schemas: Schemas): Schema {
  const whole = resolve(schema, schemas);
  const alternatives = ((whole.oneOf ?? []) as Schema[]).map((one) => resolve(one, schemas));
  const keys = alternatives.map(
    ({ properties }) => ((properties as Schemas).modelKey as { const: string }).const,
  );
  const properties: Schemas = {};
  for (const [name, rule] of alternatives.flatMap((one) => Object.entries(one.properties as Schemas)))
    if (!isIgnored(rule)) properties[name] = merged(properties[name], rule);
  const own = { ...((whole.properties ?? {}) as Schemas) };
  if (keys.length > 0)
    own.modelKey = { type: 'string', description: `One of listModels, such as ${keys.join(', ')}.` };
  return {
    type: 'object',
    ...(whole.required !== undefined && { required: whole.required }),
    properties: { ...own, ...properties, ...own },
    ...(whole.oneOf !== undefined && { description: 'Which fields a model takes is in its `inputSchema`.' }),
  };
}

/** See `inputSchemaOf`: fields of the interface that a model has no use for. */
const isIgnored = ({ description }: Schema): boolean =>
  typeof description === 'string' && description.startsWith('Ignored');

/** Keeps the type, and the words of the first model that has any. */
function merged(known: Schema | undefined, { type, description, enum: values }: Schema): Schema {
  const types = [...new Set([known?.type ?? [], type ?? []].flat())];
  const words = known?.description ?? description;
  const choices = [...new Set([...((known?.enum ?? []) as unknown[]), ...((values ?? []) as unknown[])])];
  const hasFreeText = (known !== undefined && known.enum === undefined) || values === undefined;
  return {
    type: types.length === 1 ? types[0] : types,
    ...(words !== undefined && { description: words }),
    ...(!hasFreeText && choices.length > 0 && { enum: choices }),
  };
}

function resolve(schema: Schema, schemas: Schemas): Schema {
  const { $ref } = schema;
  return typeof $ref === 'string' ? (schemas[$ref.split('/').pop()!] ?? {}) : schema;
}
