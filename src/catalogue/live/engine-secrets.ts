/** A secret that an operator has written into a file becomes the name of a variable, so that the description can be used again. Pure. */

/** The text of fields, headers and parameters with these names can be a secret. */
const SECRETIVE = /auth|cookie|credential|key|passw|secret|signature|token/i;
/** Placeholders of the request contain no secret themselves. */
const PLACEHOLDER = /\{\{.*\}\}/;

/** @param engine the `engine:` of a catalogue file. */
export function withoutSecrets(provider: string, engine: object): object {
  return withoutSecretsBelow([provider], engine) as object;
}

function withoutSecretsBelow(path: string[], value: unknown): unknown {
  if (typeof value === 'string') return isSecret(path, value) ? { from: variableOf(path) } : value;
  if (Array.isArray(value))
    return value.map((item, index) => withoutSecretsBelow([...path, String(index)], item));
  if (typeof value !== 'object' || value === null) return value;
  if (isReference(value)) return withoutSecretDefault(path, value);
  const fields = Object.entries(value).map(([name, inner]) => [
    name,
    withoutSecretsBelow([...path, name], inner),
  ]);
  return Object.fromEntries(fields) as object;
}

function isSecret(path: readonly string[], text: string): boolean {
  if (hasCredentials(text)) return true;
  const isNamedSo = path.slice(1).some((name, index) => SECRETIVE.test(name) && isValue(path, index + 1));
  return isNamedSo && !PLACEHOLDER.test(text);
}

/** A header or parameter, or `auth`, has such a value; the name of a header (`auth.header`) and a path are none. */
function isValue(path: readonly string[], at: number): boolean {
  const last = path.at(-1)!;
  if (path[at] === 'auth') return last === 'value';
  return at === path.length - 1 && path.some((name) => name === 'headers' || name === 'query');
}

/** A password or a parameter of an address can be a secret. */
function hasCredentials(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password, searchParams } = new URL(text);
  const isSecretive = ([name, value]: [string, string]) => SECRETIVE.test(name) && !PLACEHOLDER.test(value);
  return username !== '' || password !== '' || [...searchParams].some(isSecretive);
}

function isReference(value: object): value is { from: string; default?: unknown } {
  return (
    'from' in value &&
    typeof value.from === 'string' &&
    Object.keys(value).every((key) => key === 'from' || key === 'default' || key === 'optional')
  );
}

function withoutSecretDefault(
  path: readonly string[],
  reference: { from: string; default?: unknown },
): object {
  const { default: text, ...rest } = reference;
  if (text === undefined || (typeof text === 'string' && isSecret(path, text))) return rest;
  return reference;
}

/** `fal`, `headers`, `x-api-key` → `FAL_HEADERS_X_API_KEY`. */
const variableOf = (path: readonly string[]): string =>
  path
    .join('_')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase();
