/** String formats of our own for the catalogue's input schemas. Pure. */

/** Accepts `<width>:<height>` in whole numbers, between 1:4 and 4:1. */
export function isAspectRatio(text: string): boolean {
  const match = /^([1-9]\d{0,4}):([1-9]\d{0,4})$/.exec(text);
  if (!match) return false;
  const ratio = Number(match[1]) / Number(match[2]);
  return ratio >= 0.25 && ratio <= 4;
}

/**
 * Accepts the form of a media link: http(s), a data URL, or one of our own paths. `assets/` checks the rest, with the
 * reason of a refusal.
 */
export function isMediaUrl(text: string): boolean {
  if (/^data:/i.test(text)) return true;
  if (text.startsWith('/api/assets/')) return true;
  return /^https?:$/.test(protocolOf(text));
}

/** Returns an empty string for an invalid URL. Node 20's `URL.canParse` accepts some that `new URL` rejects. */
function protocolOf(text: string): string {
  try {
    return new URL(text).protocol;
  } catch {
    return '';
  }
}
