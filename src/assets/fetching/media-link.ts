/** Rejects an unusable link before the charge. Uses no network and decodes nothing: `InputMedia.acquire` checks the file itself. */
import type { SignedLinks } from '../delivery/signed-links.js';
import { classifyHost, FetchRefused, parseUrl, problemOfDataUrl } from '../media/media.js';

export function problemOfMediaLink(link: string, links: SignedLinks): string | null {
  if (/^data:/i.test(link)) return problemOfDataUrl(link);
  const own = links.parse(link);
  if (own) {
    const verdict = links.verify(own.name, own.expires, own.signature, new Date());
    return verdict === 'ok'
      ? null
      : verdict === 'expired'
        ? 'is an output link that has expired'
        : 'is not a valid output link';
  }
  try {
    const url = parseUrl(link, { schemes: ['https'] });
    return classifyHost(url.hostname).kind === 'refused' ? 'must lead to a public address' : null;
  } catch (error) {
    if (error instanceof FetchRefused)
      return 'must be an https link, a data URL or a link to an output of ours';
    throw error;
  }
}
