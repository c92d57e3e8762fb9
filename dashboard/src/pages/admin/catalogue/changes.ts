/** Compares fields of an entry before and after a change. Pure. */
import type { Fields } from './entries';
import { areRoutes, routesText } from './routes';

export interface ChangedValue {
  /** With the path in an object: `pricing.base`. */
  field: string;
  /** Null: nothing. */
  before: string | null;
  after: string | null;
}

/** Returns the fields whose value differs. */
export function changedFields(before: Fields, after: Fields): Fields {
  return Object.fromEntries(
    Object.entries(after).filter(([field, value]) => valuesOf(before, { [field]: value }).length > 0),
  );
}

/** Lists the values that differ, in the fields that `after` names. */
export function valuesOf(before: Fields, after: Fields): ChangedValue[] {
  return Object.keys(after).flatMap((field) => {
    const [old, now] = [leavesOf(before[field], field), leavesOf(after[field], field)];
    const paths = [...new Set([...old.keys(), ...now.keys()])];
    return paths
      .map((path) => ({ field: path, before: old.get(path) ?? null, after: now.get(path) ?? null }))
      .filter((value) => value.before !== value.after);
  });
}

/** Returns the values in a value, each as text by its path. */
export function leavesOf(value: unknown, path: string): Map<string, string> {
  if (value === null || value === undefined) return new Map();
  if (areRoutes(value)) return new Map([[path, routesText(value)]]);
  if (Array.isArray(value)) return new Map([[path, value.map(textOf).join(', ')]]);
  if (typeof value !== 'object') return new Map([[path, textOf(value)]]);
  return new Map(Object.entries(value).flatMap(([name, inner]) => [...leavesOf(inner, `${path}.${name}`)]));
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
