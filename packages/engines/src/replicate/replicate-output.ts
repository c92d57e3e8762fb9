/** A prediction's output is a URL, a list of them, or an object of either, at any depth. */

/** @param names properties of the output to search; null searches all of it. */
export function addressesIn(
  output: unknown,
  names: readonly string[] | null,
  isAddress: (text: string) => boolean,
): string[] {
  if (typeof output === 'string') return isAddress(output) ? [output] : [];
  if (typeof output !== 'object' || output === null) return [];
  const wanted = Object.entries(output).filter(
    ([name]) => names === null || Array.isArray(output) || names.includes(name),
  );
  // The names refer to the outermost object; below them every URL counts.
  const below = Array.isArray(output) ? names : null;
  return wanted.flatMap(([, value]) => addressesIn(value, below, isAddress));
}
