/**
 * The fields that POST /api/generate accepts for every model, beside `modelKey`: the interface has one body for all
 * models. A model's own schema replaces the rule of a field here. Pure.
 */
export const INTERFACE_FIELDS: Readonly<Record<string, object>> = {
  prompt: { type: 'string', maxLength: 4000 },
  aspectRatio: { type: 'string', format: 'aspect-ratio' },
  duration: { type: 'number', exclusiveMinimum: 0, maximum: 3600 },
};

/** Returns the input schema of a model, extended by the fields of the interface that it lacks. */
export function withInterfaceFields(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { ...schema, properties: { ...INTERFACE_FIELDS, ...propertiesOf(schema) } };
}

/**
 * Returns the input without the fields that are null, which is as absent: programs send it for what is not set. A field whose own rule
 * names null keeps it, and a field of no rule is left for the validator to reject.
 */
export function withoutNulls(
  schema: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const rules = { ...INTERFACE_FIELDS, ...propertiesOf(schema) };
  const isAbsent = (field: string) => Object.hasOwn(rules, field) && !namesNull(rules[field]!);
  return Object.fromEntries(
    Object.entries(fields).filter(([field, value]) => value !== null || !isAbsent(field)),
  );
}

function namesNull(rule: { type?: unknown; enum?: unknown }): boolean {
  return [rule.type, rule.enum].some(
    (values) => Array.isArray(values) && (values.includes('null') || values.includes(null)),
  );
}

/** Separates the fields that the model has no use for from a validated input. */
export function withoutIgnoredFields(
  schema: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, unknown>>,
): { input: Record<string, unknown>; ignored: string[] } {
  const known = propertiesOf(schema);
  const ignored = Object.keys(INTERFACE_FIELDS).filter((field) => field in fields && !(field in known));
  const input = Object.entries(fields).filter(([field]) => !ignored.includes(field));
  return { input: Object.fromEntries(input), ignored };
}

function propertiesOf(schema: Readonly<Record<string, unknown>>): Record<string, object> {
  return (schema.properties ?? {}) as Record<string, object>;
}
