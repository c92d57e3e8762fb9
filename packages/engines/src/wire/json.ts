/** Reads an engine's JSON without trusting its shape. */

/** Matches a string, which stays, or a number that Python and others write and JSON lacks. */
const STRING_OR_NO_NUMBER = /"[^"\\]*(?:\\[^][^"\\]*)*(?:"|$)|-?\b(?:NaN|Infinity)\b/g;

/**
 * Parses a body also after a byte order mark. Numbers that are none (`NaN`, as in the history of ComfyUI) become null.
 * @throws SyntaxError when it is no JSON.
 */
export function parseJson(text: string): unknown {
  const json = text.startsWith('\ufeff') ? text.slice(1) : text;
  try {
    return JSON.parse(json);
  } catch (error) {
    if (!/NaN|Infinity/.test(json)) throw error;
    return JSON.parse(json.replace(STRING_OR_NO_NUMBER, (found) => (found.startsWith('"') ? found : 'null')));
  }
}

/** Returns an empty object for any other value. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** Returns undefined for an empty text and any other value. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns undefined for what is no finite number. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
