/**
 * Ids as callers see them: what kind of thing it is, then the 32 hex digits of its UUID (`usr_0199f0c2…`). Inside the
 * service an id is a plain UUID. Only these two functions cross that border.
 */

/** @param uuid with its dashes, as PostgreSQL gives it. */
export function publicId(prefix: string, uuid: string): string {
  return `${prefix}_${uuid.replaceAll('-', '')}`;
}

/** The UUID with its dashes, or null for anything that we did not hand out, so that it never reaches a statement. */
export function parsePublicId(prefix: string, text: unknown): string | null {
  if (typeof text !== 'string' || !text.startsWith(`${prefix}_`)) return null;
  const hex = text.slice(prefix.length + 1);
  if (!/^[0-9a-f]{32}$/.test(hex)) return null;
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
