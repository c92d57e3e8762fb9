// Finds a request's violations of the description. Without violations the service decides by the request's content; with one it
// must reject the request. Where the contract is more lenient than a schema (spaces around a name), this check is too.
import { Ajv2020 } from 'ajv/dist/2020.js';

/** Validates a generation body against the input schema of its model. */
export class ModelValidator {
  constructor(models) {
    const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 6 });
    ajv.addFormat('aspect-ratio', (text) => {
      const [, width, height] = /^(\d+):(\d+)$/.exec(text) ?? [];
      return width !== undefined && width / height >= 0.25 && width / height <= 4;
    });
    ajv.addFormat('media-url', (text) => /^(https?:|data:|\/api\/assets\/)/i.test(text));
    this.validators = new Map(
      models.map(({ modelKey, inputSchema }) => [
        modelKey,
        { inputSchema, validate: ajv.compile(inputSchema) },
      ]),
    );
  }

  wrongIn(body) {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return ['the body is no object'];
    const { modelKey, metadata, externalUserId, ...input } = body;
    const model = this.validators.get(modelKey);
    if (!model) return ['there is no such model'];
    const wrong = model.validate(withoutNulls(input, model.inputSchema))
      ? []
      : ['the input is off the schema of its model'];
    const values = metadata ?? {};
    const isObject = typeof values === 'object' && values !== null && !Array.isArray(values);
    if (
      !isObject ||
      Object.keys(values).length > 16 ||
      Object.values(values).some((text) => typeof text !== 'string')
    )
      wrong.push('metadata is not at most 16 texts');
    const fits =
      externalUserId === undefined ||
      externalUserId === null ||
      (typeof externalUserId === 'string' && [...externalUserId].length <= 128);
    if (!fits) wrong.push('externalUserId is no text of at most 128 characters');
    if (!isSound(body)) wrong.push('there is text that is none');
    return wrong;
  }
}

/** Null for an optional field of the model is absent. */
function withoutNulls(input, { properties = {}, required = [] }) {
  const fields = Object.entries(input).filter(
    ([name, value]) => value !== null || !(name in properties) || required.includes(name),
  );
  return Object.fromEntries(fields);
}

/** Rejects NUL bytes and lone surrogates in values and names. */
function isSound(value) {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, inner]) => isSound(name) && isSound(inner));
}

/** Relaxes a schema: an email needs only an @; `trimmed` removes spaces around names and emails. */
export function lenient(schema) {
  const properties = Object.entries(schema.properties ?? {}).map(([name, { format, ...rest }]) => [
    name,
    format === 'email' ? { ...rest, pattern: '@' } : { ...rest, ...(format ? { format } : {}) },
  ]);
  return { ...schema, properties: Object.fromEntries(properties) };
}

export function trimmed(value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const fields = Object.entries(value).map(([name, inner]) => [
    name,
    ['name', 'email'].includes(name) && typeof inner === 'string' ? inner.trim() : inner,
  ]);
  return Object.fromEntries(fields);
}

export function wrongInQuery(pairs, schemas, operation, isValid) {
  // An output's link is signed as a whole; further query parameters are ignored.
  if (operation.template.startsWith('/api/assets/')) return [];
  return pairs.flatMap(([name, text], at) => {
    const schema = schemas.get(name);
    if (!schema) return [`${name} is no parameter`];
    if (pairs.some(([other], index) => other === name && index !== at)) return [`${name} is there twice`];
    const value = read(schema, text);
    return value !== undefined && isValid(schema, value) && isSound(text)
      ? []
      : [`${name} is off its schema`];
  });
}

function read({ type }, text) {
  if (type === 'boolean') return { true: true, false: false }[text];
  if (type === 'integer' || type === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
  // The only list of a query is separated by commas.
  if (type === 'array') return text.split(',').map((one) => one.trim());
  return text;
}
