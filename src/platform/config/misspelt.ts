import leven from 'leven';

/** Shorter names are one character from too much. */
const LEAST_CHARACTERS = 4;

/** Finds variables that are one insertion, omission, exchange or change of case away from a setting that is not set. Shows no values. */
export function findMisspelt(
  variables: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): string[] {
  const names = new Set(known);
  const unset = known.filter((name) => !variables[name]?.trim() && name.length >= LEAST_CHARACTERS);
  return Object.keys(variables).flatMap((variable) => {
    if (names.has(variable)) return [];
    const meant = unset.find((name) => isOneSlip(variable, name));
    return meant ? [`${variable} is not a setting; did you mean ${meant}?`] : [];
  });
}

function isOneSlip(variable: string, name: string): boolean {
  if (Math.abs(variable.length - name.length) > 1) return false;
  if (variable.toUpperCase() === name || leven(variable, name) === 1) return true;
  const at = [...name].findIndex((character, place) => character !== variable[place]);
  const swapped = `${name.slice(0, at)}${name[at + 1] ?? ''}${name[at] ?? ''}${name.slice(at + 2)}`;
  return variable === swapped;
}
