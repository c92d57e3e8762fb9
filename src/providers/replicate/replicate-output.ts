/** Finds the files in a prediction's output: an address, a list of them, or an object of either, at any depth. Pure. */

/** @param names only below these properties of the output; null: anywhere. */
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
  // The names are of the outermost object; below them everything counts.
  const below = Array.isArray(output) ? names : null;
  return wanted.flatMap(([, value]) => addressesIn(value, below, isAddress));
}
