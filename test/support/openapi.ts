/**
 * Checks every response of the service against openapi.json: path, method, status, content type, headers and body must match the
 * description. Any other response fails the test.
 */
import { readFileSync } from 'node:fs';
import { Ajv2020, type AnySchemaObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Exchange } from '../../src/testing/index.js';

export type { Exchange };

interface DescribedHeader {
  required?: boolean;
  schema: { type?: string };
  $ref?: string;
}

interface DescribedAnswer {
  $ref?: string;
  headers?: Record<string, DescribedHeader>;
  content?: Record<string, { schema: AnySchemaObject }>;
}

export interface DescribedOperation {
  operationId: string;
  tags: string[];
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: {
    required?: boolean;
    content: Record<
      string,
      { schema: AnySchemaObject; example?: unknown; examples?: Record<string, { value: unknown }> }
    >;
  };
  'x-scopes'?: string[];
  'x-operator-scope'?: string;
  'x-roles'?: string[];
  'x-codeSamples'?: [{ source: string }];
  responses: Record<string, DescribedAnswer>;
  security: Record<string, string[]>[];
}

export interface Description {
  openapi: string;
  paths: Record<string, Record<string, DescribedOperation>>;
  components: {
    headers: Record<string, DescribedHeader>;
    schemas: Record<string, AnySchemaObject>;
    responses: Record<string, DescribedAnswer>;
  };
}

export const DESCRIPTION_FILE = new URL('../../openapi.json', import.meta.url);

/** Headers with a meaning for callers; the description must contain them when a response has them. */
const MEANINGFUL =
  /^(x-(?!content-type-options|powered-by)|ratelimit|retry-after|idempotent-|www-authenticate|etag|content-range|set-cookie|deprecation|sunset)/;
const ID = 'openapi.json';

let described: Description | undefined;
const validators = new Map<string, ValidateFunction>();

export function description(): Description {
  described ??= JSON.parse(readFileSync(DESCRIPTION_FILE, 'utf8')) as Description;
  return described;
}

/** Validates against schemas of the description by reference. */
const ajv = (() => {
  let made: Ajv2020 | undefined;
  return () => {
    if (!made) {
      // The tests of the description check its schemas, and most validators run once: neither is worth its time here.
      const quick = { validateSchema: false, code: { optimize: false } };
      made = new Ajv2020({ strict: false, allErrors: true, validateFormats: true, ...quick });
      addFormats.default(made);
      for (const format of ['binary', 'password']) made.addFormat(format, true);
      made.addSchema(description(), ID);
    }
    return made;
  };
})();

/** Checks a response. @throws when it does not match openapi.json. */
export function expectDescribed(answered: Exchange): void {
  const exchange = withoutChecks(answered);
  const { method, status } = exchange;
  const path = exchange.path.split('?', 1)[0]!;
  const template = templateOf(path);
  const operation = template && description().paths[template]![method.toLowerCase()];
  if (!operation) throw new Error(`openapi.json does not describe ${method} ${path}`);
  const given = operation.responses[status];
  const answer = given && resolveAnswer(description(), given);
  const place = `${method} ${template}: ${status}`;
  if (!answer) throw new Error(`openapi.json does not describe ${place}\n${exchange.text.slice(0, 500)}`);
  const problems = [
    ...headerProblems(answer, exchange),
    ...bodyProblems(answer, exchange, given.$ref?.slice(1) ?? pointerTo(exchange, template)),
  ];
  if (problems.length === 0) return;
  throw new Error(
    `${place} is not as openapi.json describes it:\n${problems.join('\n')}\n${exchange.text.slice(0, 2000)}`,
  );
}

/** Leaves out `checks` of a readiness that is 503: the description does not have them beside an error yet. */
function withoutChecks(exchange: Exchange): Exchange {
  if (exchange.path !== '/health/ready' || exchange.status !== 503) return exchange;
  const { checks: _, ...body } = JSON.parse(exchange.text) as Record<string, unknown>;
  return { ...exchange, text: JSON.stringify(body) };
}

/** Follows the reference to a shared response. */
export function resolveAnswer({ components }: Description, answer: DescribedAnswer): DescribedAnswer {
  return answer.$ref ? components.responses[answer.$ref.split('/').pop()!]! : answer;
}

let patterns: { template: string; pattern: RegExp }[] | undefined;

/** Finds the template of a path: the one with the fewest parameters, as routers do. */
function templateOf(path: string): string | undefined {
  patterns ??= Object.keys(description().paths)
    .sort((a, b) => a.split('{').length - b.split('{').length)
    .map((template) => ({ template, pattern: patternOf(template) }));
  return patterns.find(({ pattern }) => pattern.test(path))?.template;
}

/** `{name}` of an asset contains slashes, which OpenAPI cannot express; every other parameter is one segment. */
function patternOf(template: string): RegExp {
  const pattern = template
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replace('{name}', '.+')
    .replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`);
}

function pointerTo({ method, status }: Exchange, template: string): string {
  const escaped = [template, method.toLowerCase()].map(escapePointer).join('/');
  return `/paths/${escaped}/responses/${status}`;
}

function escapePointer(segment: string): string {
  return encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function headerProblems({ headers = {} }: DescribedAnswer, exchange: Exchange): string[] {
  const problems: string[] = [];
  for (const [name, given] of Object.entries(headers)) {
    const header = given.$ref ? description().components.headers[given.$ref.split('/').pop()!]! : given;
    const text = exchange.headers.get(name);
    if (text === null) {
      if (header.required) problems.push(`the header ${name} is missing`);
      continue;
    }
    const value = header.schema.type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text;
    if (!compile(JSON.stringify(header.schema), header.schema)(value))
      problems.push(`the header ${name} is ${text}`);
  }
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  for (const name of exchange.headers.keys()) {
    if (MEANINGFUL.test(name) && !names.has(name)) problems.push(`the header ${name} is not described`);
  }
  return problems;
}

function bodyProblems({ content }: DescribedAnswer, exchange: Exchange, pointer: string): string[] {
  const { headers, text, method } = exchange;
  const type = headers.get('content-type')?.split(';', 1)[0];
  if (!content || method === 'HEAD') return text === '' ? [] : ['there is a body and none is described'];
  const key = Object.keys(content).find((range) => type !== undefined && covers(range, type));
  if (key === undefined)
    return [`the content type is ${type}, described is ${Object.keys(content).join(', ')}`];
  if (key !== 'application/json') return [];
  const reference = `${ID}#${pointer}/content/${escapePointer(key)}/schema`;
  const validate = compile(reference, { $ref: reference });
  if (validate(JSON.parse(text))) return [];
  return validate.errors!.map(
    ({ instancePath, message, params }) => `body${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

function covers(range: string, type: string): boolean {
  return range.endsWith('/*') ? type.startsWith(range.slice(0, -1)) : range === type;
}

function compile(name: string, schema: AnySchemaObject): ValidateFunction {
  const known = validators.get(name) ?? ajv().compile(schema);
  validators.set(name, known);
  return known;
}
