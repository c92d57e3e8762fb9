import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm run dev -w dashboard` finds the service; it answers the API, Vite the page. */
const SERVICE = process.env.OFFPRINT_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react()],
  // The service puts a nonce in its place with every page that it serves (src/web/page-policy.ts).
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2022',
    // Nothing inline: the policy of the page allows files of this service alone.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What is loaded first is bounded by scripts/size.mjs; the 3D viewer, loaded when needed, is large by nature.
    chunkSizeWarningLimit: 1000,
  },
  server: { port: 5173, strictPort: true, proxy: { '/api': SERVICE, '/health': SERVICE } },
});
