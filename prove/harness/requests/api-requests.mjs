// Generates requests from openapi.json: valid, changed and broken requests for every operation. Each request lists its violations of
// the description, so that a trial knows which requests must not be accepted.
import fc from 'fast-check';
import { lenient, ModelValidator, trimmed, wrongInQuery } from './request-faults.mjs';
import { onTheWire } from './request-wire.mjs';
import { anyValue, changesOf, nastyText, valuesOf } from './schema-values.mjs';

/** Weights of the operations, 1 by default. Sign-ins are rare, because each costs the service a password hash. */
const WEIGHTS = {
  startPrediction: 8,
  quotePrediction: 6,
  createKey: 4,
  getPrediction: 5,
  cancelPrediction: 3,
  listPredictions: 6,
  listReframes: 4,
  listLedger: 4,
  updateKey: 4,
  revokeKey: 2,
  readOutput: 4,
  grantCredits: 3,
  getModel: 2,
  listModels: 3,
  register: 0.4,
  login: 0.4,
};

const RAW_SEGMENTS = [
  '%',
  '%zz',
  '%00',
  '%2e%2e',
  '%C0%AF',
  '%ED%A0%80',
  '..',
  '.',
  ';',
  '%2F',
  '%5C',
  'a%0d%0ab',
  '%25',
  '*',
  '~',
];

/**
 * @typedef Request
 * @property {object} operation of the description; null for an undescribed route
 * @property {string} method
 * @property {string} path with its query
 * @property {Record<string, string>} headers
 * @property {'key' | 'person' | 'admin' | null} credential
 * @property {string | Buffer | undefined} body as sent
 * @property {string[]} wrong its violations of the description
 */

export class ApiRequests {
  /**
   * @param {import('./api-description.mjs').ApiDescription} description
   * @param models as GET /api/models lists them
   * @param world existing ids: {predictions, foreignPredictions, keys, foreignKeys, accountId, outputPaths}
   */
  constructor(description, models, world) {
    Object.assign(this, { description, models, world });
    this.resolve = (schema) => description.resolve(schema);
    this.modelValidator = new ModelValidator(models);
    const operations = description.operations.map((operation) => ({
      weight: Math.round(10 * (WEIGHTS[operation.operationId] ?? 1)),
      arbitrary: this.#requestsOf(operation),
    }));
    this.arbitrary = fc.oneof(...operations, { weight: 20, arbitrary: this.#strayRequests() });
  }

  /** @returns {Request[]} the same requests for the same seed */
  sample(count, seed) {
    return fc.sample(this.arbitrary, { numRuns: count, seed });
  }

  #requestsOf(operation) {
    const parts = {
      path: this.#paths(operation),
      query: this.#queries(operation),
      headers: this.#headers(operation),
      body: this.#bodies(operation),
      anonymous: fc.integer({ min: 0, max: 19 }).map((die) => die === 0),
    };
    return fc.record(parts).map(({ path, query, headers, body, anonymous }) => {
      const { text, type, wrong = [] } = body;
      const search = query.pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
      return {
        operation,
        method: operation.method,
        path: search ? `${path.text}?${search}` : path.text,
        headers: { ...headers.fields, ...(type ? { 'content-type': type } : {}) },
        credential: anonymous ? null : callerOf(operation),
        body: text,
        wrong: [...query.wrong, ...headers.wrong, ...wrong],
        // False for a path that may match another route than its template.
        exact: path.exact,
      };
    });
  }

  #paths({ template }) {
    const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    if (names.length === 0) return fc.constant({ text: template, exact: true });
    const known = fc.constantFrom(...this.#knownIds(template));
    const text = nastyText
      .filter((value) => value !== '' && value.isWellFormed())
      .map((value) => [encode(value.slice(0, 200)), false]);
    const segment = fc.oneof(
      { weight: 8, arbitrary: known.map((value) => [value, true]) },
      { weight: 3, arbitrary: text },
      { weight: 1, arbitrary: fc.constantFrom(...RAW_SEGMENTS).map((value) => [value, false]) },
    );
    return segment.map(([value, exact]) => ({ text: template.replace(/\{\w+\}/, () => value), exact }));
  }

  #knownIds(template) {
    const { predictions, foreignPredictions, keys, foreignKeys, outputPaths } = this.world;
    const unknown = '0'.repeat(32);
    if (template.includes('{modelKey}')) return this.models.map(({ modelKey }) => modelKey);
    if (template.includes('{predictionId}'))
      return [...predictions, ...foreignPredictions, `pred_${unknown}`, `PRED_${unknown}`];
    if (template.includes('{name}')) return outputPaths;
    return [...keys, ...foreignKeys, `key_${unknown}`];
  }

  #queries(operation) {
    const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
    if (parameters.length === 0) return fc.constant({ pairs: [], wrong: [] });
    const schemas = new Map(parameters.map(({ name, schema }) => [name, this.resolve(schema)]));
    const pair = fc.constantFrom(...parameters).chain(({ name, schema }) =>
      fc.oneof(
        {
          weight: 3,
          arbitrary: valuesOf(schema, (field) => this.#knownValue(field), this.resolve, name).map((value) => [
            name,
            String(value),
          ]),
        },
        { weight: 1, arbitrary: nastyText.map((value) => [name, value.toWellFormed()]) },
        {
          weight: 1,
          arbitrary: fc
            .constantFrom(
              '1e3',
              '-1',
              '0',
              '101',
              '1.5',
              ' 5',
              '+5',
              '',
              '2026-02-30T00:00:00Z',
              '9'.repeat(30),
            )
            .map((value) => [name, value]),
        },
      ),
    );
    const stray = fc.constantFrom(
      ['surprise', '1'],
      ['__proto__', '1'],
      ['limit[]', '5'],
      ['limit[a]', '5'],
      ['status[$ne]', 'x'],
    );
    const list = fc.array(fc.oneof({ weight: 12, arbitrary: pair }, { weight: 1, arbitrary: stray }), {
      maxLength: 3,
    });
    return list.map((pairs) => ({
      pairs,
      wrong: wrongInQuery(pairs, schemas, operation, (schema, value) =>
        this.description.isValid(schema, value),
      ),
    }));
  }

  #knownValue(name) {
    const { predictions, keys, accountId } = this.world;
    const values = {
      // Short waits: a long poll of a running prediction would take its whole wait.
      wait: [0, 0, 0.05, 0.2],
      modelKey: this.models.map(({ modelKey }) => modelKey),
      keyId: keys,
      predictionId: predictions,
      accountId: [accountId],
      password: ['a password of the fuzz'],
      imageUrl: [
        'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'data:image/png;base64,iVBORw0KGgo=',
        'https://cdn.example.net/a.png',
        'https://240\u00e3\u0080\u00820/a.png',
        'https://\u00e2\u0091\u00a1.0/a.png',
        'https://[::/a.png',
      ],
      videoUrl: ['data:video/mp4;base64,AAAA', 'https://cdn.example.net/a.mp4'],
      cursor: ['WyIxIl0', 'WyI5OTk5OTk5OTk5OTk5OTk5OTk5Il0'],
    }[name];
    return values && fc.constantFrom(...values);
  }

  #headers(operation) {
    const takesKey = (operation.parameters ?? []).some(({ name }) => name === 'Idempotency-Key');
    const own = takesKey
      ? fc.oneof(
          { weight: 5, arbitrary: fc.constant(undefined) },
          { weight: 3, arbitrary: fc.nat(200).map((number) => `fuzz-${number}`) },
          {
            weight: 1,
            arbitrary: fc.constantFrom('k'.repeat(255), 'k'.repeat(256), 'k'.repeat(3000), ' ', "';--"),
          },
        )
      : fc.constant(undefined);
    const odd = fc.constantFrom(
      {},
      {},
      {},
      { 'x-request-id': 'mine' },
      { 'x-request-id': 'x'.repeat(2000) },
      { accept: 'text/html' },
      { 'accept-language': 'xx' },
      { 'x-http-method-override': 'DELETE' },
      { 'x-forwarded-host': 'evil.example.net' },
      { range: 'bytes=0-0,2-3' },
      { range: 'bytes=9-1' },
      { 'if-none-match': '*' },
      { 'if-modified-since': 'never' },
      { cookie: 'offprint_refresh=j:{"a":1}' },
      { cookie: 'offprint_refresh=%E0%A4%A; a' },
    );
    return fc.tuple(own, odd).map(([key, others]) => {
      const fields = { ...others, ...(key === undefined ? {} : { 'idempotency-key': key }) };
      const tooLong = key !== undefined && (key.length > 255 || key.trim() === '');
      return { fields, wrong: tooLong ? ['the Idempotency-Key is not one of 1 to 255 characters'] : [] };
    });
  }

  #bodies(operation) {
    const schema = this.description.bodySchema(operation);
    if (!schema) {
      const ignored = fc.constantFrom(
        {},
        {},
        {},
        { text: '{}', type: 'application/json' },
        { text: 'x', type: 'text/plain' },
      );
      return operation.method === 'GET' || operation.method === 'HEAD' ? fc.constant({}) : ignored;
    }
    const good = operation.operationId.endsWith('Prediction')
      ? this.#generationBodies()
      : valuesOf(schema, (name) => this.#knownValue(name), this.resolve);
    const value = good.chain((body) =>
      fc.oneof(
        { weight: 4, arbitrary: fc.constant(body) },
        { weight: 6, arbitrary: changesOf(body) },
        { weight: 1, arbitrary: changesOf(body).chain((once) => changesOf(once)) },
        { weight: 1, arbitrary: anyValue },
      ),
    );
    const optional = operation.requestBody.required === false;
    return fc.tuple(value, fc.integer({ min: 0, max: 40 }), fc.nat(1000)).map(([body, die, pick]) => {
      const wrong = this.#wrongInBody(schema, body, operation);
      return onTheWire(body, wrong, die, optional, pick);
    });
  }

  #generationBodies() {
    const known = (name) => this.#knownValue(name);
    const marks = fc.record(
      {
        metadata: fc.dictionary(fc.string({ minLength: 1, maxLength: 20 }), fc.string({ maxLength: 20 }), {
          maxKeys: 3,
          noNullPrototype: true,
        }),
        externalUserId: fc.string({ minLength: 1, maxLength: 40 }),
      },
      { requiredKeys: [] },
    );
    const bodies = this.models.map(({ modelKey, inputSchema }) =>
      fc
        .tuple(valuesOf(inputSchema, known, this.resolve), marks)
        .map(([input, more]) => ({ modelKey, ...input, ...more })),
    );
    return fc.oneof(...bodies);
  }

  #wrongInBody(schema, value, { operationId }) {
    const wrong = this.description.isValid(lenient(this.resolve(schema)), trimmed(value))
      ? []
      : ['the body is off its schema'];
    if (operationId === 'startPrediction' || operationId === 'quotePrediction')
      wrong.push(...this.modelValidator.wrongIn(value));
    return wrong;
  }

  /** Generates undescribed paths and methods. */
  #strayRequests() {
    const path = fc.oneof(
      fc.constantFrom(
        '/',
        '/api',
        '/api/',
        '/api/keys/',
        '/API/KEYS',
        '/api//keys',
        '/api/generate/status',
        '/api/v1/generate',
        '/.env',
        '/api/../health',
        '/metrics',
        '/api/models/%2e%2e',
        '/api/assets',
        '/api/auth',
      ),
      nastyText.filter((text) => text.isWellFormed()).map((text) => `/api/${encode(text.slice(0, 300))}`),
    );
    const method = fc.constantFrom('PUT', 'PATCH', 'DELETE', 'POST', 'OPTIONS', 'GET');
    const request = fc.record({ path, method, body: fc.constantFrom(undefined, '{}', '{', '[]', '"a"') });
    return request.map(({ path: text, method: verb, body }) => ({
      operation: null,
      method: verb,
      path: text,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      credential: 'person',
      body: verb === 'GET' ? undefined : body,
      wrong: [],
      exact: false,
    }));
  }
}

function callerOf({ security, template }) {
  if (security.length === 0) return null;
  if (template.startsWith('/api/admin')) return 'admin';
  return security.some((requirement) => 'apiKey' in requirement) ? 'key' : 'person';
}

function encode(text) {
  return encodeURIComponent(text.toWellFormed());
}
