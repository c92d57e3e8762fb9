/** Reads the header `Prefer` (RFC 7240). */

/** A preference: its name, and its value in quotes or not. Parameters after a semicolon are ignored. */
const PREFERENCE = /^\s*([^\s=;,"]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?\s*(?:;.*)?$/s;
/** Separates preferences: a comma outside quotes. */
const COMMA = /,(?=(?:[^"]*"[^"]*")*[^"]*$)/;
const MAX_CHARACTERS = 1_000;

/**
 * Returns the seconds of the first `wait` preference; null without one. A value that cannot be read is ignored, as the
 * standard requires: a preference never makes a request fail.
 */
export function readPreferredWait(header: string | undefined): number | null {
  if (header === undefined || header.length > MAX_CHARACTERS) return null;
  for (const text of header.split(COMMA)) {
    const [, name, quoted, plain] = PREFERENCE.exec(text) ?? [];
    if (name?.toLowerCase() !== 'wait') continue;
    const value = quoted ?? plain ?? '';
    return /^\d{1,9}$/.test(value) ? Number(value) : null;
  }
  return null;
}
