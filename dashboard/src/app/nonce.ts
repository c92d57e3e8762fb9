/** The nonce that the service gave this page, for the style elements that libraries write while it runs. */
import { setNonce } from 'get-nonce';

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

// The scroll lock of modals and drawers asks this package.
setNonce(nonce);

export function styleNonce(): string {
  return nonce;
}
