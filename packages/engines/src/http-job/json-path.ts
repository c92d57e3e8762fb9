/** Paths look like `data.task_id`, `output[*]`, `[*].url`. Only properties of the JSON itself are found, nothing inherited. */

const STEP = /^([^[\].]*)((?:\[(?:\*|\d+)\])*)$/;

export function isJsonPath(path: string): boolean {
  return path.split('.').every((part) => part !== '' && STEP.test(part));
}

/** Returns the values in order, without `null` and missing ones. */
export function valuesAt(body: unknown, path: string): unknown[] {
  let found: unknown[] = [body];
  for (const part of path.split('.')) {
    const [, name = '', indexes = ''] = STEP.exec(part) ?? [];
    if (name !== '') found = found.map((value) => property(value, name));
    for (const [, index = ''] of indexes.matchAll(/\[(\*|\d+)\]/g)) found = found.flatMap(itemsOf(index));
    found = found.filter((value) => value !== undefined && value !== null);
  }
  return found;
}

/** Returns the first text, number or boolean at the path, as text. */
export function textAt(body: unknown, path: string): string | undefined {
  const scalar = valuesAt(body, path).find((value) => ['string', 'number', 'boolean'].includes(typeof value));
  return scalar === undefined ? undefined : String(scalar);
}

/** A number written as text counts. */
export function numberAt(body: unknown, path: string): number | undefined {
  const text = textAt(body, path);
  const number = text === undefined || text.trim() === '' ? NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/** Some engines use one of several paths: the first with any value counts. */
export function firstFound(body: unknown, paths: string | readonly string[]): unknown[] {
  for (const path of [paths].flat()) {
    const found = valuesAt(body, path);
    if (found.length > 0) return found;
  }
  return [];
}

function property(value: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null;
  return isObject && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

function itemsOf(index: string): (value: unknown) => unknown[] {
  return (value) => {
    if (!Array.isArray(value)) return [];
    const items: unknown[] = value;
    return index === '*' ? items : [items[Number(index)]];
  };
}
