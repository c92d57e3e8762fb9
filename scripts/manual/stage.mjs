// Prepares the pages of the manual in docs/.vitepress/pages/: the files of the repository with their links rewritten, the
// reference out of openapi.json, and the menus. VitePress builds from there, and the same texts are served as Markdown.
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root } from '../build-first.mjs';
import { showDiagrams } from './diagrams.mjs';
import { LinkRewriter } from './links.mjs';
import { groupsOf, navigationOf, pagesOfRepository, readSource, sidebarOf, titleOf } from './pages.mjs';
import { referencePages } from './reference/reference-pages.mjs';

export const STAGE = join(root, 'docs/.vitepress/pages');

/** To colour 3,000 lines of declarations is a fifth of the build. */
const PLAIN_CODE = new Set(['api-report.md']);

/**
 * Makes them, and writes them unless `write` is false.
 * @returns {Promise<{texts: Map<string, string>, groups: object[], missing: string[]}>}
 * page → Markdown; the groups of the menu; links to files that are not there
 */
export async function stage({ write = true } = {}) {
  const sources = pagesOfRepository();
  const links = new LinkRewriter(sources);
  const texts = new Map();
  // The first page of the repository is that of the manual, unless docs/ has one.
  const pages = sources.has('index.md') ? sources : new Map([...sources, ['index.md', 'README.md']]);
  for (const [page, file] of pages)
    texts.set(page, showDiagrams(links.rewrite(readSource(file), page, file), page, links.pictures));
  for (const [page, text] of referencePages(JSON.parse(readSource('openapi.json')))) texts.set(page, text);
  const titles = new Map([...texts].map(([page, text]) => [page, titleOf(text, page)]));
  const groups = groupsOf(titles);
  const made = { texts, groups, missing: links.missing };
  if (!write) return made;

  await rm(STAGE, { recursive: true, force: true });
  for (const [page, text] of texts)
    await put(page, PLAIN_CODE.has(page) ? text.replace(/^```ts$/gm, '```text') : text);
  await put('menus.json', JSON.stringify({ navigation: navigationOf(titles), sidebar: sidebarOf(groups) }));
  for (const file of links.pictures) {
    const to = join(STAGE, 'pictures', file.replaceAll('/', '-'));
    await mkdir(dirname(to), { recursive: true });
    await copyFile(join(root, file), to);
  }
  return made;
}

async function put(name, text) {
  const to = join(STAGE, name);
  await mkdir(dirname(to), { recursive: true });
  await writeFile(to, text);
}
