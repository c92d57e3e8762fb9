// Shows the Mermaid diagrams of the files as pictures that `npm run docs -- diagrams` has drawn: the site loads no library of
// megabytes to draw them again for each reader. The name of a picture has a hash of its source.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { root } from '../build-first.mjs';

export const DIAGRAMS = 'docs/diagrams';
export const THEMES = ['light', 'dark'];

const DIAGRAM = /^```mermaid\n([^]*?)^```$/gm;

/** @returns `{source, name}` of each diagram of a page, in order; its picture is `<name>-<theme>.svg`. */
export function diagramsOf(text, page) {
  const title = basename(page, '.md');
  return [...text.matchAll(DIAGRAM)].map(([, source]) => {
    const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
    return { source, name: `${title}-${hash}` };
  });
}

/** Replaces diagrams by their pictures, each with its source below. @param pictures collects the files that are shown */
export function showDiagrams(text, page, pictures) {
  const diagrams = diagramsOf(text, page);
  let at = 0;
  return text.replace(DIAGRAM, (block) => {
    const { name } = diagrams[at++];
    const files = THEMES.map((theme) => `${DIAGRAMS}/${name}-${theme}.svg`);
    if (!files.every((file) => existsSync(join(root, file)))) return block;
    const images = files.map((file, each) => {
      pictures.add(file);
      const path = posix.relative(posix.dirname(page), `pictures/${file.replaceAll('/', '-')}`);
      const src = path.startsWith('.') ? path : `./${path}`;
      return `<img class="diagram ${THEMES[each]}-only" src="${src}" alt="Diagram; its text is below">`;
    });
    return `${images.join('\n')}\n\n<details>\n<summary>The diagram as text</summary>\n\n${block.replace('```mermaid', '```text')}\n\n</details>`;
  });
}
