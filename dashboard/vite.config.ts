import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** `npm run dev -w dashboard` forwards API requests to this service. */
const SERVICE = process.env.OFFPRINT_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react()],
  // The service replaces this placeholder with a nonce in every page that it serves (src/platform/web/page-policy.ts).
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2022',
    // The content policy allows only files of this service, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What the licences of the bundled packages ask for: their texts, beside the page.
    license: { fileName: 'licences.md' },
    // scripts/size.mjs bounds the first load. The 3D viewer is large, but loaded on demand.
    chunkSizeWarningLimit: 1000,
  },
  server: { port: 5173, strictPort: true, proxy: { '/api': SERVICE, '/health': SERVICE } },
});
