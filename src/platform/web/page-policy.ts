/**
 * All content of the dashboard's page comes from this service and none is inline, except a few style elements that the component library
 * writes at run time: they carry a nonce that changes with every page.
 */
import { randomBytes } from 'node:crypto';

/** In the built index.html (`html.cspNonce` in dashboard/vite.config.ts). */
const NONCE_PLACEHOLDER = /__CSP_NONCE__/g;

const PAGE_HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  // URLs of the dashboard may contain a prediction's id; other sites must not receive it.
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
};

/** The hashed style element stops transitions while a reader of the manual switches to light or dark. */
const SWITCH_STYLE = 'sha256-skqujXORqzxt1aE0NNXxujEanPTX6raoqSscTV/Ww/Y=';

/** Scripts and styles of the manual are files of this service, and none is inline. */
export const MANUAL_PAGE_HEADERS = {
  ...PAGE_HEADERS,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' '${SWITCH_STYLE}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
};

/** The administration then has the section "Extensions" (dashboard/src/pages/admin/extensions/). */
const FACTS_MARK = '<meta name="offprint-extension-facts">';

/** The headers match the nonce of the page. @param hasFacts marks the page. */
export function createPage(
  template: string,
  hasFacts: boolean,
): { html: string; headers: Record<string, string> } {
  const nonce = randomBytes(16).toString('base64');
  const marked = hasFacts ? template.replace('</head>', `${FACTS_MARK}</head>`) : template;
  return {
    html: marked.replace(NONCE_PLACEHOLDER, nonce),
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      // A cached page would request files that a new build has removed, and a nonce must be used once.
      'Cache-Control': 'no-store',
      'Content-Security-Policy': contentSecurityPolicy(nonce),
      ...PAGE_HEADERS,
      ...FILE_HEADERS,
    },
  };
}

/** Other sites cannot embed the files, and browsers do not guess their type. */
export const FILE_HEADERS = {
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // blob: covers content created by the page: previews of uploads, textures of a 3D model, downloads.
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
