// Writes Python's types: of models from the JSON Schemas of their requests, for `scripts/client-types.mjs`, and of the bodies of responses.
import { bodies, commonFields, wordLists } from './client-bodies.mjs';

const MODELS_HEAD = `"""Requests of the shipped models, for type checkers. Written by \`npm run build\` from the catalogue.

An installation offers the models whose engines it has, and others of its own: any mapping is a request.
"""
`;
const BODIES_HEAD = `# Written by \`npm run generate -- python-client\` from openapi.json.
"""Bodies of the service, with the names that it sends. Times are ISO 8601 in UTC, credits have at most 3 decimals."""
`;
const SIMPLE = { integer: 'int', number: 'float', string: 'str', boolean: 'bool', null: 'None' };
const COMMON_FIELDS = typedDict({
  name: 'CommonFields',
  about: 'Fields that the service accepts for every model.',
  properties: commonFields,
});

/** Returns the text of a module with a TypedDict for each model. @throws for a field that Python cannot name. */
export function pythonModels(models) {
  const sorted = [...models].sort((a, b) => (a.modelKey < b.modelKey ? -1 : 1));
  return moduleOf(MODELS_HEAD, COMMON_FIELDS + sorted.map(typeOfModel).join(''));
}

/** Returns the text of a module with a TypedDict for each body. */
export function pythonBodies() {
  const words = Object.entries(wordLists).map(([name, list]) => `${name} = ${typeOf({ enum: list })}\n`);
  return moduleOf(
    BODIES_HEAD,
    `\n${words.join('')}${COMMON_FIELDS}${bodies.map((body) => typedDict(body)).join('')}`,
  );
}

function moduleOf(head, types) {
  const any = /\bAny\b/.test(types) ? 'Any, ' : '';
  return `${head}\nfrom __future__ import annotations\n\nfrom typing import ${any}Literal, TypedDict\n${types}`;
}

function typeOfModel({ modelKey, title, inputSchema: { properties = {}, required = [] } }) {
  const name = modelKey.replace(/(?:^|-)([a-z0-9])/g, (_all, letter) => letter.toUpperCase());
  const own = Object.entries(properties).filter(
    ([field]) => field !== 'modelKey' && !Object.hasOwn(commonFields, field),
  );
  return typedDict({
    name,
    about: commentText(title).replaceAll('\\', '\\\\').replaceAll('"', '\\"') + '.',
    properties: { modelKey: { const: modelKey }, ...Object.fromEntries(own) },
    required: ['modelKey', ...required],
    base: 'CommonFields',
  });
}

/** Python 3.10 has no `Required`: where some fields are required, they are a class of their own. */
function typedDict({ name, about, properties, required = [], base }) {
  const lines = (isWanted) =>
    Object.entries(properties)
      .filter(([field]) => required.includes(field) === isWanted)
      .map(([field, schema]) => member(field, schema))
      .join('');
  const [own, optional] = [lines(true), lines(false)];
  const doc = `    """${about}"""\n`;
  if (!optional && !base) return `\n\nclass ${name}(TypedDict):\n${doc}\n${own}`;
  if (!own) return `\n\nclass ${name}(TypedDict, total=False):\n${doc}\n${optional}`;
  const bases = [`_${name}`, base].filter(Boolean).join(', ');
  return (
    `\n\nclass _${name}(TypedDict):\n${own}` +
    `\n\nclass ${name}(${bases}, total=False):\n${doc}${optional && `\n${optional}`}`
  );
}

function member(field, schema) {
  if (!/^[A-Za-z_]\w*$/.test(field)) throw new Error(`${field} is no name of a field in Python.`);
  const comment = commentOf(schema);
  return `${comment && `    #: ${comment}\n`}    ${field}: ${typeOf(schema)}\n`;
}

function typeOf(schema) {
  if (schema.$ref) return schema.$ref;
  if ('const' in schema) return `Literal[${literal(schema.const)}]`;
  if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`;
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return choices.map(typeOf).join(' | ');
  return [schema.type ?? 'unknown']
    .flat()
    .map((type) => simpleType(type, schema))
    .join(' | ');
}

function simpleType(type, schema) {
  if (type === 'array') return `list[${typeOf(schema.items ?? {})}]`;
  const { additionalProperties: values } = schema;
  if (type === 'object') return `dict[str, ${typeof values === 'object' ? typeOf(values) : 'Any'}]`;
  return SIMPLE[type] ?? 'Any';
}

function literal(value) {
  if (value === null) return 'None';
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);
}

function commentOf({ description, minimum, maximum, default: value }) {
  const range =
    minimum !== undefined || maximum !== undefined ? `${minimum ?? ''} to ${maximum ?? ''}.` : undefined;
  const chosen = value === undefined ? undefined : `Default: ${literal(value)}.`;
  return commentText([description, range, chosen].filter((part) => part !== undefined).join(' '));
}

/** Keeps a text of the catalogue within its line. */
function commentText(text) {
  return text.replace(/\s+/g, ' ').trim();
}
