/** The CSP nonce of this page. Style elements that libraries create at run time must carry it. */
import { setNonce } from 'get-nonce';

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

// The scroll lock of modals and drawers reads the nonce from this package.
setNonce(nonce);

export function styleNonce(): string {
  return nonce;
}
