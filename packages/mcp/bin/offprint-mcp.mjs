#!/usr/bin/env node
// Built by `npm run build` of the package.
await import(new URL('../dist/main.js', import.meta.url).href);
