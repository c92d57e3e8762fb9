#!/usr/bin/env node
// Built by `npm run build` of the package.
await import(new URL('../dist/types-command.js', import.meta.url).href);
