/**
 * What a browser may do with the dashboard's page. Everything comes from this service and nothing is inline, except the
 * few style elements that the component library writes while it runs: they carry a nonce that is new with every page.
 */
import { randomBytes } from 'node:crypto';

/** Stands in the built index.html wherever a nonce belongs (`html.cspNonce` of dashboard/vite.config.ts). */
const NONCE_PLACE = /__CSP_NONCE__/g;

/** @returns the page with a nonce of its own, and the headers that go with it. */
export function pageOf(template: string): { html: string; headers: Record<string, string> } {
  const nonce = randomBytes(16).toString('base64');
  return {
    html: template.replace(NONCE_PLACE, nonce),
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      // A page of yesterday would ask for files that a new build no longer has; and a nonce is used once.
      'Cache-Control': 'no-store',
      'Content-Security-Policy': contentSecurityPolicy(nonce),
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
      // Addresses of the page may name a prediction; nobody else needs to learn them.
      'Referrer-Policy': 'no-referrer',
      'X-Frame-Options': 'DENY',
      ...FILE_HEADERS,
    },
  };
}

/** On every file of the dashboard: other sites neither embed it nor guess at its type. */
export const FILE_HEADERS = {
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // blob: is what the page has made itself: previews of files to upload, textures of a 3D model, downloads.
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "connect-src 'self' blob:",
    "font-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
