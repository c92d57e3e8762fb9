/** Returns the names of the fields in which two inputs differ, in the order of the first. Pure. */
export function differences(one: object, other: object): string[] {
  const [a, b] = [one, other] as Record<string, unknown>[];
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.filter((name) => JSON.stringify(a![name]) !== JSON.stringify(b![name]));
}
