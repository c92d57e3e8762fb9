// `npm run docs -- dev`: serves the manual with hot reload while its files are edited.
import { watch } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vitepress';
import { root } from '../build-first.mjs';
import { answerHelp } from '../help.mjs';
import { stage } from './stage.mjs';

answerHelp('usage: npm run docs -- dev   Serves the manual with hot reload.');

const QUIET_MS = 200;
const OWN_FOLDER = '.vitepress';

await stage();
const server = await createServer(join(root, 'docs'));
await server.listen();
server.printUrls();

let pending;
watch(join(root, 'docs'), { recursive: true }, (_event, name) => {
  if (name?.startsWith(OWN_FOLDER)) return;
  clearTimeout(pending);
  pending = setTimeout(() => stage().catch((error) => console.error(error.message)), QUIET_MS);
});
