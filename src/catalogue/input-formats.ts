/** Formats that input schemas in the catalogue may name beside JSON Schema's own. Pure. */

/** `<width>:<height>` in whole numbers, between 1:4 and 4:1. */
export function isAspectRatio(text: string): boolean {
  const match = /^([1-9]\d{0,4}):([1-9]\d{0,4})$/.exec(text);
  if (!match) return false;
  const ratio = Number(match[1]) / Number(match[2]);
  return ratio >= 0.25 && ratio <= 4;
}

/** The shape of a link to media: https, a base64 data URL, or a path of our own. Where it leads is checked later. */
export function isMediaUrl(text: string): boolean {
  if (/^data:(image|video)\/[\w.+-]+;base64,[A-Za-z0-9+/]+=*$/.test(text)) return true;
  if (text.startsWith('/api/assets/')) return true;
  return /^https?:$/.test(protocolOf(text));
}

/** Empty when it is no URL. By trying: `URL.canParse` of Node 20 says yes to some that `new URL` then refuses. */
function protocolOf(text: string): string {
  try {
    return new URL(text).protocol;
  } catch {
    return '';
  }
}
