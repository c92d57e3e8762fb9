// `npm run docs -- diagrams`: draws the Mermaid diagrams of the manual's files into docs/diagrams/, light and dark, and removes
// pictures of earlier versions. It installs Mermaid when it is missing, and needs Chromium.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { root } from '../build-first.mjs';
import { answerHelp } from '../help.mjs';
import { installLocked } from '../install-locked.mjs';
import { DIAGRAMS, diagramsOf, THEMES } from './diagrams.mjs';
import { pagesOfRepository, readSource } from './pages.mjs';

answerHelp('usage: npm run docs -- diagrams   Draws the Mermaid diagrams of the manual into docs/diagrams/.');

const FOLDER = fileURLToPath(new URL('./mermaid/', import.meta.url));
const MERMAID_THEMES = { light: 'neutral', dark: 'dark' };

installLocked(FOLDER, () => console.log('installing Mermaid'));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const page = await browser.newPage();
  await page.addScriptTag({
    content: await readFile(join(FOLDER, 'node_modules/mermaid/dist/mermaid.min.js'), 'utf8'),
  });
  await mkdir(join(root, DIAGRAMS), { recursive: true });
  const kept = new Set();
  for (const [path, file] of pagesOfRepository())
    for (const { source, name } of diagramsOf(readSource(file), path))
      for (const theme of THEMES) {
        kept.add(`${name}-${theme}.svg`);
        await writeFile(
          join(root, DIAGRAMS, `${name}-${theme}.svg`),
          await draw(page, source, MERMAID_THEMES[theme]),
        );
      }
  for (const name of await readdir(join(root, DIAGRAMS)))
    if (name.endsWith('.svg') && !kept.has(name)) await rm(join(root, DIAGRAMS, name));
  console.log(`drew ${kept.size} pictures into ${DIAGRAMS}/`);
} finally {
  await browser.close();
}

/** @returns an SVG without HTML inside, which every program can show. */
function draw(page, source, theme) {
  return page.evaluate(
    async ([text, chosen]) => {
      const options = {
        startOnLoad: false,
        theme: chosen,
        htmlLabels: false,
        fontFamily: 'system-ui, sans-serif',
      };
      globalThis.mermaid.initialize({ ...options, flowchart: { htmlLabels: false }, deterministicIds: true });
      const { svg } = await globalThis.mermaid.render('diagram', text);
      const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml');
      return `${new XMLSerializer().serializeToString(parsed)}\n`;
    },
    [source, theme],
  );
}
