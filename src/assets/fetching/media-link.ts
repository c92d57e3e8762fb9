/**
 * What can be said of a link to media before anything is fetched, so that a hopeless one is refused while nothing has
 * been charged yet. No network, no decoding: `InputMedia.acquire` judges what is really there.
 */
import type { SignedLinks } from '../delivery/signed-links.js';
import { FetchRefused } from './fetch-refused.js';
import { parseUrl } from './fetch-target.js';
import { classifyHost } from './outside-address.js';

/** @returns why it cannot be used, or null when it is worth trying. */
export function problemOfMediaLink(link: string, kind: 'image' | 'video', links: SignedLinks): string | null {
  if (/^data:/i.test(link)) {
    return new RegExp(`^data:${kind}/[\\w.+-]+;base64,.`, 'i').test(link)
      ? null
      : `must be a data URL of ${article(kind)}`;
  }
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

function article(kind: 'image' | 'video'): string {
  return kind === 'image' ? 'an image' : 'a video';
}
