/**
 * Fills templates: parts of a request to an engine, written in the catalogue with placeholders for our fields. Pure.
 * - `'{{seed}}'`, a whole placeholder: the value with its type; the property or list item is omitted when there is none.
 * - `'{{duration}}s'`, inside a text: the value as text, empty when there is none.
 * - `{ $case: aspectRatio, '1:1': square, '16:9': landscape }`: the entry named by the value, omitted when there is none.
 *
 * Values are not expanded: a placeholder in a caller's prompt stays text.
 */

/** A placeholder: its `+`, which only paths use, and its name of letters, digits, `_`, `-` and `.`; spaces around it are allowed. */
const PLACEHOLDER = /\{\{\s*(\+?)([A-Za-z_][\w.-]*)\s*\}\}/g;
const WHOLE = /^\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}$/;

export type TemplateValues = Readonly<Record<string, unknown>>;

/**
 * Fills a template.
 * @param values by name; undefined and absent are the same. A dotted name is one key, not a path.
 * @returns a new value of the template's shape; undefined when all of it is omitted.
 */
export function fillTemplate(template: unknown, values: TemplateValues): unknown {
  if (typeof template === 'string') return fillText(template, values);
  if (Array.isArray(template)) return template.map((item) => fillTemplate(item, values)).filter(isGiven);
  if (!isRecord(template)) return template;
  if (typeof template.$case === 'string') {
    return fillTemplate(valueOf(template, asText(valueOf(values, template.$case))), values);
  }
  const filled = Object.entries(template).map(([key, value]) => [key, fillTemplate(value, values)] as const);
  return Object.fromEntries(filled.filter(([, value]) => isGiven(value)));
}

/** Collects the names for checks at boot. */
export function placeholdersOf(template: unknown): Set<string> {
  if (typeof template === 'string')
    return new Set([...template.matchAll(PLACEHOLDER)].map(([, , name]) => name!));
  if (Array.isArray(template)) return union(template.map(placeholdersOf));
  if (!isRecord(template)) return new Set();
  const { $case: chosen, ...rest } = template;
  const inside = union(Object.values(typeof chosen === 'string' ? rest : template).map(placeholdersOf));
  return typeof chosen === 'string' ? inside.add(chosen) : inside;
}

/**
 * Fills a path segment by segment: `{{id}}` is one percent-encoded segment, and `{{+id}}` keeps the slashes of its value
 * (the operator of RFC 6570). No value can change the path around it.
 * @returns null when a value is missing or not scalar, or when a segment is empty, is not Unicode, or consists of dots,
 * which URLs resolve as the current or parent directory.
 */
export function fillPath(template: string, values: TemplateValues): string | null {
  const unusable: string[] = [];
  const path = template.replace(PLACEHOLDER, (_, plus: string, name: string) => {
    const value = valueOf(values, name);
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    const segments = plus ? text.split('/') : [text];
    if (segments.every(isSegment)) return segments.map(encodeURIComponent).join('/');
    unusable.push(name);
    return '';
  });
  return unusable.length > 0 ? null : path;
}

function isSegment(text: string): boolean {
  return !/^\.*$|\p{Surrogate}/u.test(text);
}

/** Returns true when a template keeps the slashes of any value. */
export function keepsSlashes(template: unknown): boolean {
  if (typeof template === 'string')
    return [...template.matchAll(PLACEHOLDER)].some(([, plus]) => plus !== '');
  if (typeof template !== 'object' || template === null) return false;
  return Object.values(template).some(keepsSlashes);
}

/** Collects every `$case`: its field and the values that it covers. */
export function casesOf(template: unknown): { name: string; values: string[] }[] {
  if (Array.isArray(template)) return template.flatMap(casesOf);
  if (!isRecord(template)) return [];
  const { $case: chosen, ...rest } = template;
  const inside = Object.values(rest).flatMap(casesOf);
  return typeof chosen === 'string' ? [{ name: chosen, values: Object.keys(rest) }, ...inside] : inside;
}

function fillText(template: string, values: TemplateValues): unknown {
  const whole = WHOLE.exec(template);
  if (whole) return valueOf(values, whole[1]!);
  return template.replace(PLACEHOLDER, (_, _plus, name: string) => asText(valueOf(values, name)));
}

/** Returns own properties only: `{{constructor}}` is not a value. */
function valueOf(values: TemplateValues, name: string): unknown {
  return name !== '$case' && Object.hasOwn(values, name) ? values[name] : undefined;
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function isGiven(value: unknown): boolean {
  return value !== undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function union(sets: Set<string>[]): Set<string> {
  return new Set(sets.flatMap((set) => [...set]));
}
