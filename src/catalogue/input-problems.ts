/** A caller gets one message per field, which says what is allowed. Pure. */
import type { ErrorObject } from 'ajv';
import type { ErrorDetail } from '../platform/errors/index.js';

/** Of several errors of one field the first in this list is reported; all others come after them. */
const FIRST = ['additionalProperties', 'required', 'type', 'enum', 'pattern', 'format'];

/** @param errors of Ajv, compiled with `verbose`. @param ofUnknownField the message about a field that does not exist. */
export function explainErrors(errors: readonly ErrorObject[], ofUnknownField: string): ErrorDetail[] {
  const ranked = [...errors].sort((a, b) => rankOf(a) - rankOf(b));
  const byField = new Map<string, ErrorDetail>();
  for (const error of ranked) {
    const field = fieldOf(error);
    if (!byField.has(field)) byField.set(field, { field, message: explain(error, ofUnknownField) });
  }
  return [...byField.values()];
}

/** These are the patterns of our own schemas, in words. */
const PATTERNS = new Map([
  ['\\S', 'must contain a character that is not a space'],
  ['^[A-Z]{3}$', 'must be the three capital letters of a currency, such as EUR'],
]);

function rankOf({ keyword }: ErrorObject): number {
  const rank = FIRST.indexOf(keyword);
  return rank === -1 ? FIRST.length : rank;
}

function fieldOf({ instancePath, params }: ErrorObject): string {
  const { additionalProperty, missingProperty } = params as Record<string, string | undefined>;
  const path = instancePath.slice(1).replaceAll('/', '.');
  const name = additionalProperty ?? missingProperty;
  // A name can be empty.
  if (path !== '' && name !== undefined) return `${path}.${name}`;
  return path || name || 'body';
}

function explain(error: ErrorObject, ofUnknownField: string): string {
  const rule = (error.parentSchema ?? {}) as Rule;
  switch (error.keyword) {
    case 'additionalProperties':
      return ofUnknownField;
    case 'required':
      return 'is required';
    case 'dependentRequired':
      return `is required with ${(error.params as { property: string }).property}`;
    case 'enum':
      return `must be one of ${(rule.enum ?? []).join(', ')}`;
    case 'type':
      return `must be ${nameOfType(rule)}`;
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return `must be ${rangeOf(rule)}`;
    case 'minLength':
    case 'maxLength':
      return `must have ${lengthsOf(rule)} characters`;
    case 'minProperties':
      return 'must have a field';
    case 'minItems':
    case 'maxItems':
      return `must have ${itemsOf(rule)}`;
    case 'uniqueItems':
      return 'must have each value once';
    case 'multipleOf':
      return rule.multipleOf === 0.001 ? 'must have at most 3 decimals' : defaultOf(error);
    case 'pattern':
      return PATTERNS.get(rule.pattern!) ?? defaultOf(error);
    case 'format':
      return explainFormat(rule.format, error.data);
    default:
      return defaultOf(error);
  }
}

interface Rule {
  type?: string;
  enum?: unknown[];
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  multipleOf?: number;
}

const defaultOf = ({ message }: ErrorObject) => message ?? 'is not valid';

function nameOfType(rule: Rule): string {
  const { type } = rule;
  if (type === 'boolean') return 'true or false';
  if (type !== 'integer' && type !== 'number') return type === 'string' ? 'a string' : `of type ${type}`;
  const name = type === 'integer' ? 'a whole number' : 'a number';
  const range = rangeOf(rule);
  return range === '' ? name : `${name} ${range}`;
}

function rangeOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Rule): string {
  if (minimum !== undefined && maximum !== undefined) return `between ${minimum} and ${maximum}`;
  const bounds = [
    minimum !== undefined && `at least ${minimum}`,
    exclusiveMinimum !== undefined && `more than ${exclusiveMinimum}`,
    maximum !== undefined && `at most ${maximum}`,
    exclusiveMaximum !== undefined && `less than ${exclusiveMaximum}`,
  ];
  return bounds.filter(Boolean).join(' and ');
}

function lengthsOf({ minLength = 0, maxLength }: Rule): string {
  if (maxLength === undefined) return `at least ${minLength}`;
  return minLength > 0 ? `${minLength} to ${maxLength}` : `at most ${maxLength}`;
}

function itemsOf({ minItems = 0, maxItems }: Rule): string {
  if (maxItems === undefined) return minItems === 1 ? 'a value or more' : `at least ${minItems} values`;
  return minItems > 0 ? `${minItems} to ${maxItems} values` : `at most ${maxItems} values`;
}

function explainFormat(format: string | undefined, value: unknown): string {
  if (format === 'media-url') return 'must be an https link, a data URL or a link to an output of ours';
  if (format !== 'aspect-ratio') return `must be a valid ${format}`;
  const isRatio = /^[1-9]\d*:[1-9]\d*$/.test(String(value));
  return `must be between 1:4 and 4:1${isRatio ? '' : ', written as <width>:<height>'}`;
}
