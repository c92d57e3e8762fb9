// Writes Python types of models from the JSON Schemas of their requests, for `scripts/client-types.mjs`.

const HEAD = `"""Requests of the shipped models, for type checkers. Written by \`npm run build\` from the catalogue.

An installation offers the models whose engines it has, and others of its own: any mapping is a request.
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict


class CommonFields(TypedDict, total=False):
    """Fields that the service accepts for every model."""

    #: At most 16 values; stored and returned.
    metadata: dict[str, str]
    #: Your own user, for spending by user and for its limit.
    externalUserId: str
    #: Seconds after which the prediction fails with \`deadline_exceeded\` and is refunded.
    deadlineSeconds: float
    #: Of a quote.
    priceVersion: str
`;
const COMMON = new Set(['modelKey', 'metadata', 'externalUserId', 'deadlineSeconds', 'priceVersion']);

/** Returns the text of a module with a TypedDict for each model. @throws for a field that Python cannot name. */
export function pythonModels(models) {
  const sorted = [...models].sort((a, b) => (a.modelKey < b.modelKey ? -1 : 1));
  const types = sorted.map(typedDict).join('');
  return (/\bAny\b/.test(types) ? HEAD : HEAD.replace('import Any, ', 'import ')) + types;
}

/** Python 3.10 has no `Required`: the required fields are a class of their own. */
function typedDict({ modelKey, title, inputSchema }) {
  const name = modelKey.replace(/(?:^|-)([a-z0-9])/g, (_all, letter) => letter.toUpperCase());
  const required = new Set(inputSchema.required);
  const fields = Object.entries(inputSchema.properties ?? {}).filter(([field]) => !COMMON.has(field));
  const lines = (wanted) =>
    fields
      .filter(([field]) => required.has(field) === wanted)
      .map(([field, schema]) => member(field, schema));
  const own = [`    modelKey: Literal[${JSON.stringify(modelKey)}]\n`, ...lines(true)].join('');
  const doc = `    """${commentText(title).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}."""\n`;
  const optional = lines(false).join('');
  return (
    `\n\nclass _${name}(TypedDict):\n${own}` +
    `\n\nclass ${name}(_${name}, CommonFields, total=False):\n${doc}${optional && `\n${optional}`}`
  );
}

function member(field, schema) {
  if (!/^[A-Za-z_]\w*$/.test(field)) throw new Error(`${field} is no name of a field in Python.`);
  const comment = commentOf(schema);
  return `${comment && `    #: ${comment}\n`}    ${field}: ${typeOf(schema)}\n`;
}

function typeOf(schema) {
  if ('const' in schema) return `Literal[${literal(schema.const)}]`;
  if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`;
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return choices.map(typeOf).join(' | ');
  return [schema.type ?? 'unknown']
    .flat()
    .map((type) => simpleType(type, schema))
    .join(' | ');
}

const SIMPLE = { integer: 'int', number: 'float', string: 'str', boolean: 'bool', null: 'None' };

function simpleType(type, schema) {
  if (type === 'array') return `list[${typeOf(schema.items ?? {})}]`;
  return SIMPLE[type] ?? (type === 'object' ? 'dict[str, Any]' : 'Any');
}

function literal(value) {
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
