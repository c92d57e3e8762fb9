import { randomInt } from 'node:crypto';

/** POST /api/generate has one body for all models, so every model accepts these. A model's own schema replaces the rule of a field here. */
const INTERFACE_FIELDS: Readonly<Record<string, object>> = {
  prompt: { type: 'string', maxLength: 4000 },
  aspectRatio: { type: 'string', format: 'aspect-ratio' },
  duration: { type: 'number', exclusiveMinimum: 0, maximum: 3600 },
};

/** Adds only fields that the schema lacks. */
export function withInterfaceFields(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { ...schema, properties: { ...INTERFACE_FIELDS, ...propertiesOf(schema) } };
}

/**
 * Null is as absent: programs send it for what is not set. A field whose own rule names null keeps it, and a field of no rule is left for
 * the validator to reject.
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

/** The input must be validated. */
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

/** Accepts `<width>:<height>` in whole numbers, between 1:4 and 4:1. */
export function isAspectRatio(text: string): boolean {
  const match = /^([1-9]\d{0,4}):([1-9]\d{0,4})$/.exec(text);
  if (!match) return false;
  const ratio = Number(match[1]) / Number(match[2]);
  return ratio >= 0.25 && ratio <= 4;
}

/** Accepts http(s), a data URL, or one of our own paths. `assets/` checks the rest, with the reason of a refusal. */
export function isMediaUrl(text: string): boolean {
  if (/^data:/i.test(text)) return true;
  if (text.startsWith('/api/assets/')) return true;
  return /^https?:$/.test(protocolOf(text));
}

/** Returns an empty string for an invalid URL. Node 20's `URL.canParse` accepts some that `new URL` rejects. */
function protocolOf(text: string): string {
  try {
    return new URL(text).protocol;
  } catch {
    return '';
  }
}

const LARGEST_SEED = 2 ** 32 - 1;

/** Chooses a missing seed if the model accepts one: the caller can send it again for the same result. Returns a copy, or the input. */
export function withSeed(
  { inputSchema }: { inputSchema: Readonly<Record<string, unknown>> },
  input: Record<string, unknown>,
): Record<string, unknown> {
  const { seed } = inputSchema.properties as { seed?: { minimum?: number; maximum?: number } };
  if (!seed || input.seed !== undefined) return input;
  const smallest = Math.max(0, seed.minimum ?? 0);
  return { ...input, seed: randomInt(smallest, Math.min(LARGEST_SEED, seed.maximum ?? LARGEST_SEED) + 1) };
}
