// Validates requests and responses against openapi.json in the repository, the contract that callers rely on. The document
// of the running service is not used.
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const FILE = new URL('../../../openapi.json', import.meta.url);
const ID = 'openapi.json';
const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete'];

/** Headers with a meaning for callers. A response may have such a header only if its description lists it. */
const MEANINGFUL =
  /^(x-(?!content-type-options|powered-by)|ratelimit|retry-after|idempotent-|www-authenticate|etag|content-range|set-cookie|deprecation|sunset)/;

export class ApiDescription {
  constructor(document = JSON.parse(readFileSync(FILE, 'utf8'))) {
    this.document = document;
    this.ajv = new Ajv2020({ strict: false, validateFormats: true });
    addFormats.default(this.ajv);
    for (const format of ['binary', 'password']) this.ajv.addFormat(format, true);
    this.ajv.addSchema(document, ID);
    this.validators = new Map();
    this.operations = Object.entries(document.paths).flatMap(([template, item]) =>
      METHODS.filter((method) => item[method]).map((method) => ({
        template,
        method: method.toUpperCase(),
        ...item[method],
      })),
    );
  }

  /** Follows `$ref`s. */
  resolve(schema) {
    if (!schema?.$ref) return schema;
    const found = schema.$ref
      .slice(2)
      .split('/')
      .reduce((node, name) => node[name.replaceAll('~1', '/')], this.document);
    const { $ref: _followed, ...rest } = schema;
    return this.resolve({ ...found, ...rest });
  }

  /**
   * Returns the schema of an operation's JSON body, or null without one. For a body with one schema per model, as in a fresh
   * installation, returns the fields that all models share; the caller knows the models.
   */
  bodySchema(operation) {
    const schema = operation.requestBody?.content['application/json']?.schema ?? null;
    return this.resolve(schema)?.discriminator ? { $ref: '#/components/schemas/GenerateRequest' } : schema;
  }

  isValid(schema, value) {
    const anchored = JSON.parse(JSON.stringify(schema).replaceAll('"#/', `"${ID}#/`));
    return this.#validator(JSON.stringify(anchored), anchored)(value);
  }

  /**
   * Returns every difference between a response and its description.
   * @param {{status: number, headers: Record<string, string>, text: string}} answer header names in lower case
   */
  problemsOf(operation, answer) {
    const described = this.resolve(operation.responses[answer.status]);
    if (!described) return [`the status ${answer.status} is not described`];
    return [...this.#headerProblems(described, answer), ...this.#bodyProblems(operation, described, answer)];
  }

  /** Checks the response of an undescribed route: a 4xx with the standard error body. */
  problemsOfUndescribed({ status, text }) {
    if (status < 400 || status > 499) return [`an undescribed route responds with ${status}`];
    const schema = { $ref: `${ID}#/components/schemas/${status === 429 ? 'RateLimitBody' : 'ErrorBody'}` };
    return this.#bodyAgainst(JSON.stringify(schema), schema, text);
  }

  #headerProblems({ headers = {} }, answer) {
    const problems = [];
    for (const [name, given] of Object.entries(headers)) {
      const header = given.$ref ? this.resolve(given) : given;
      const text = answer.headers[name.toLowerCase()];
      if (text === undefined) {
        if (header.required) problems.push(`the header ${name} is missing`);
        continue;
      }
      const value = header.schema.type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text;
      if (!this.#validator(JSON.stringify(header.schema), header.schema)(value))
        problems.push(`the header ${name} is ${text}`);
    }
    const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
    const surprising = Object.keys(answer.headers).filter(
      (name) => MEANINGFUL.test(name) && !names.has(name),
    );
    return [...problems, ...surprising.map((name) => `the header ${name} is not described`)];
  }

  #bodyProblems({ template, method, responses }, { content }, { status, headers, text }) {
    const type = headers['content-type']?.split(';', 1)[0];
    if (!content || method === 'HEAD') return text === '' ? [] : ['there is a body and none is described'];
    const range = Object.keys(content).find((key) =>
      key.endsWith('/*') ? type?.startsWith(key.slice(0, -1)) : key === type,
    );
    if (range === undefined)
      return [`the content type is ${type}, described is ${Object.keys(content).join(', ')}`];
    if (range !== 'application/json') return [];
    const place = ['paths', template, method.toLowerCase(), 'responses', String(status)];
    const shared = responses[status].$ref?.slice(1);
    const pointer = shared ?? `/${place.map(escapePointer).join('/')}`;
    const reference = `${ID}#${pointer}/content/${escapePointer(range)}/schema`;
    return this.#bodyAgainst(reference, { $ref: reference }, text);
  }

  #bodyAgainst(name, schema, text) {
    let body;
    try {
      body = JSON.parse(text);
    } catch {
      return ['the body is not JSON'];
    }
    const validate = this.#validator(name, schema);
    if (validate(body)) return [];
    return validate.errors.map(
      ({ instancePath, message, params }) => `body${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  #validator(name, schema) {
    const known = this.validators.get(name) ?? this.ajv.compile(schema);
    this.validators.set(name, known);
    return known;
  }
}

function escapePointer(segment) {
  return encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/** Patterns of internals in a response: a stack, a statement, a path, a package. */
const INTERNALS = [
  [/\bat (?:async )?[\w.<>]+ \(?(?:file:|node:|\/)/, 'a stack'],
  [/node_modules|\bnode:internal|\.[cm]?[jt]s:\d+/, 'a source file'],
  [/(?:^|["\s(])\/(?:home|root|tmp|work|usr|var|etc|opt|proc)\/[\w.-]/, 'a path'],
  [
    /\b(?:select|insert into|update|delete from)\b[^"]{0,80}\b(?:from|values|set|where|into)\b/i,
    'a statement',
  ],
  [
    /\b(?:syntax error at or near|violates \w+(?: \w+)? constraint|invalid input syntax|relation \\?"|SQLSTATE|PostgresError|QueryFailedError)/i,
    'a database error',
  ],
  [
    /\b(?:ECONN\w+|ENOENT|EACCES|ENOTFOUND|TypeError|ReferenceError|RangeError|SyntaxError)\b/,
    'an error of the runtime',
  ],
];

/** @param {string[]} echoes texts of the request, which a response may repeat @returns the kinds of internals found */
export function internalsIn(text, echoes = []) {
  const bare = echoes
    .filter((echo) => echo.length > 3)
    .reduce((rest, echo) => rest.replaceAll(echo, ''), text);
  return INTERNALS.filter(([pattern]) => pattern.test(bare)).map(([, what]) => what);
}
