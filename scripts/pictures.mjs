// `npm run docs -- pictures`: makes every picture of docs/ but bench.svg, which `npm run bench` draws: the diagrams of docs/pictures/ and
// the screenshots of docs/screenshots/. Screenshots need Chromium (Debian: `apt-get install chromium`), or CHROMIUM_PATH;
// `-- --diagrams` leaves them out. Times and ids in the screenshots are those of the run; what is generated has fixed seeds.
import { mkdir, writeFile } from 'node:fs/promises';
import { register } from 'node:module';
import { join } from 'node:path';
import { buildFirst, root } from './build-first.mjs';
import { answerHelp } from './help.mjs';
import { requestFlow } from './pictures/request-flow.mjs';

answerHelp(
  'usage: npm run docs -- pictures [--diagrams]   Makes the pictures of docs/; screenshots need Chromium (CHROMIUM_PATH).',
);

const pictures = join(root, 'docs/pictures');
await mkdir(pictures, { recursive: true });
await writeFile(join(pictures, 'request-flow.svg'), requestFlow());
console.log(join(pictures, 'request-flow.svg'));

if (!process.argv.includes('--diagrams')) {
  if (!buildFirst()) process.exit(1);
  register('./typescript-hook.mjs', import.meta.url);
  const { takeScreenshots } = await import('./pictures/screenshots.mjs');
  await takeScreenshots(join(root, 'docs/screenshots'), root);
}
