// Generates values from a JSON Schema: valid ones and hostile replacements. All generators are fast-check arbitraries, so
// that a seed repeats a whole run.
import fc from 'fast-check';

/** Texts that have broken parsers, databases, templates and terminals. None resembles an error of the service. */
const NASTY_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  '\u202egnp.exe',
  '\ufeff',
  'e\u0301'.repeat(50),
  '👩‍👩‍👧‍👦'.repeat(20),
  "'; drop table users; --",
  "' or '1'='1",
  '"}',
  '\\',
  '../../../../../secret',
  '..%2f..%2f',
  '{{7*7}}',
  '${jndi:ldap://x/y}',
  '<script>alert(1)</script>',
  '=1+1',
  'null',
  'undefined',
  'NaN',
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '1e309',
  '-0',
  '0x10',
  '９',
  'line\r\nbreak: yes',
  '\u001b[2J',
  'i̇İıI',
  'a'.repeat(300),
  'b'.repeat(5000),
  '\u{1f600}'.repeat(4001),
];

export const nastyText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NASTY_TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
);

/** Any JSON value, small ones first. */
export const anyValue = fc.oneof(
  fc.constantFrom(null, true, false, 0, -0, -1, 1, 0.5, 1e21, 1e308, -1e308, 5e-324, 2 ** 53, -(2 ** 53) - 2),
  nastyText,
  fc.constantFrom([], {}, [null], [[]], { a: {} }, [1, 'a', null]),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Returns a value nested `depth` levels deep. */
export function nested(depth) {
  let value = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/**
 * Generates values that a schema allows.
 * @param {(name: string) => fc.Arbitrary | undefined} known meaningful values for fields of this name
 * @param {(schema: object) => object} resolve follows a $ref
 */
export function valuesOf(schema, known, resolve, name = '') {
  const whole = resolve(schema);
  const meant = known(name);
  if (meant) return meant;
  if (whole.const !== undefined) return fc.constant(whole.const);
  if (whole.enum) return fc.constantFrom(...whole.enum);
  const choices = whole.oneOf ?? whole.anyOf;
  if (choices) return fc.oneof(...choices.map((choice) => valuesOf(choice, known, resolve)));
  const types = [whole.type ?? (whole.properties ? 'object' : 'string')].flat();
  return fc.oneof(...types.map((type) => valuesOfType(type, whole, known, resolve)));
}

function valuesOfType(type, schema, known, resolve) {
  switch (type) {
    case 'object':
      return objectsOf(schema, known, resolve);
    case 'array': {
      const minLength = schema.minItems ?? 0;
      const items = valuesOf(schema.items ?? { type: 'string' }, known, resolve);
      return fc.array(items, { minLength, maxLength: schema.maxItems ?? minLength + 4 });
    }
    case 'integer':
      return fc.integer({
        min: schema.minimum ?? -1000,
        max: Math.min(schema.maximum ?? 1_000_000, 0x7fffffff),
      });
    case 'number':
      return fc
        .integer({
          min: Math.ceil((schema.minimum ?? 0) * 1000),
          max: Math.floor((schema.maximum ?? 1000) * 1000),
        })
        .map((thousandths) => thousandths / 1000);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return textsOf(schema);
  }
}

function objectsOf({ properties = {}, required = [] }, known, resolve) {
  const fields = Object.entries(properties).map(([name, schema]) => [
    name,
    valuesOf(schema, known, resolve, name),
  ]);
  return fc.record(Object.fromEntries(fields), {
    requiredKeys: required.filter((name) => name in properties),
  });
}

function textsOf(schema) {
  const minLength = schema.minLength ?? 0;
  const maxLength = Math.min(schema.maxLength ?? 60, Math.max(minLength, 60));
  if (schema.format === 'email') return fc.nat(1e9).map((number) => `fuzz-${number}@example.test`);
  if (schema.format === 'date-time')
    return fc
      .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
      .map((date) => date.toISOString());
  if (schema.format === 'aspect-ratio')
    return fc.constantFrom('1:1', '16:9', '9:16', '4:3', '21:9', '1:4', '4:1');
  if (schema.pattern === '\\S')
    return fc
      .string({ minLength: Math.max(1, minLength), maxLength })
      .map((text) => `${text.slice(0, maxLength - 1)}.`);
  return fc.oneof(
    fc.string({ minLength, maxLength }),
    fc.string({ unit: 'grapheme-ascii', minLength, maxLength }),
  );
}

/** `String` rejects a generated object without a prototype. */
const textOf = (value) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Generates the object with one change; most changes violate its schema. */
export function changesOf(value) {
  const fields = Object.keys(value);
  const field = fields.length > 0 ? fc.constantFrom(...fields) : fc.constant('field');
  const name = fc.oneof(
    fc.constantFrom('surprise', 'id', 'accountId', 'role', 'cost', 'status', 'key', 'scopes', 'success'),
    nastyText,
  );
  return fc.oneof(
    {
      weight: 3,
      arbitrary: field.map((gone) => Object.fromEntries(Object.entries(value).filter(([at]) => at !== gone))),
    },
    { weight: 6, arbitrary: fc.tuple(field, anyValue).map(([at, other]) => ({ ...value, [at]: other })) },
    { weight: 3, arbitrary: fc.tuple(name, anyValue).map(([at, other]) => ({ ...value, [at]: other })) },
    { weight: 1, arbitrary: field.map((at) => ({ ...value, [at]: [value[at]] })) },
    { weight: 1, arbitrary: field.map((at) => ({ ...value, [at]: textOf(value[at]) })) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(field, fc.constantFrom(33, 200, 2000))
        .map(([at, depth]) => ({ ...value, [at]: nested(depth) })),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(field, nastyText).map(([at, text]) => ({ ...value, [at]: { [text]: value[at] } })),
    },
  );
}
