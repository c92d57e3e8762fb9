// `npm run docs:build`: builds the manual into docs/.vitepress/dist/, which the service serves at /docs: the site, every page
// as Markdown beside it, and llms.txt. It loads nothing from another host.
import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { root } from '../build-first.mjs';
import { compressed, placeFiles } from '../built-files.mjs';
import { indexOfPages, wholeText } from './markdown-files.mjs';
import { stage } from './stage.mjs';
import { logUnexpected } from './vitepress-on-rolldown.mjs';

const SITE = join(root, 'docs/.vitepress');
const DRAFT = join(SITE, 'draft');
const BASE = '/docs/';
/** Of VitePress: names that are for its own use, or that change without their content. */
const LEFT_OUT = /^(?:hashmap\.json|code-colors\.css)$/;
/** Of the theme: its script sets the first again, style.css has the second; the home page has an empty one. */
const KNOWN_STYLES = / style="(?:(?:--vp-vh:0px|position:relative);)?"/g;
/** Anchors of the reference, which only the site reads. */
const ANCHORS = / \{#[\w-]+\}$/gm;
/** A picture of a staged page. */
const PICTURE = /(?:\.{1,2}\/)+pictures\/([\w-]+)\.([a-z]+)/g;

// VitePress colours code only for a build by classes (config.mjs).
process.env.NODE_ENV = 'production';
const startedAt = performance.now();
const { texts, groups } = await stage();
// Loaded after NODE_ENV is set: Vue chooses its build by it.
const { build } = await import('vitepress');
await build(join(root, 'docs'), { outDir: DRAFT, rollupOptions: { onLog: logUnexpected } });
const files = await readDraft();
linkHeadFiles(files, [
  ['before-paint.js', await readFile(join(SITE, 'theme/before-paint.js'))],
  ['code-colors.css', await readFile(join(DRAFT, 'code-colors.css'))],
]);
const plain = new Map([...texts].map(([page, text]) => [page, textOf(text, files)]));
for (const [page, text] of plain) files.set(page, Buffer.from(text));
files.set('llms.txt', Buffer.from(indexOfPages(plain, groups)));
files.set('llms-full.txt', Buffer.from(wholeText(plain, groups)));
// Gzip alone: the pages are many, and the package carries every form.
const forms = await compressed(files, { brotli: false });
await placeFiles(join(SITE, 'dist'), new Map([...files, ...forms]), (name) => name.endsWith('.html'));
await rm(DRAFT, { recursive: true, force: true });
console.log(
  `built the manual into docs/.vitepress/dist/ (${texts.size} pages, ${((performance.now() - startedAt) / 1000).toFixed(1)} s)`,
);

/** @returns a page's Markdown with its pictures at the places that the build gave them. */
function textOf(text, files) {
  return text.replace(ANCHORS, '').replace(PICTURE, (_path, name, type) => {
    const built = [...files.keys()].find(
      (file) => file.startsWith(`assets/${name}.`) && file.endsWith(`.${type}`),
    );
    if (!built) throw new Error(`the build has no picture ${name}.${type}`);
    return BASE + built;
  });
}

/** @returns name → bytes of what VitePress wrote. */
async function readDraft() {
  const entries = await readdir(DRAFT, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(DRAFT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((name) => !LEFT_OUT.test(name));
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(DRAFT, name))])));
}

/** Adds files under hashed names, and links them in the head of every page. @throws when a page has an inline script. */
function linkHeadFiles(files, added) {
  const tags = added.map(([name, content]) => {
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8);
    const hashed = `assets/${name.replace('.', `.${hash}.`)}`;
    files.set(hashed, content);
    return name.endsWith('.js')
      ? `<script src="${BASE}${hashed}"></script>`
      : `<link rel="stylesheet" href="${BASE}${hashed}">`;
  });
  for (const [name, bytes] of files) {
    if (!name.endsWith('.html')) continue;
    const page = bytes.toString().replaceAll(KNOWN_STYLES, '');
    const inline = /<script(?![^>]*\bsrc=)[^>]*>|<style|<[a-z][^<>]*\sstyle="[^"]*"/.exec(page);
    if (inline) throw new Error(`${name} has ${inline[0]}, which the content policy of the service forbids`);
    files.set(
      name,
      Buffer.from(page.replace('<meta charset="utf-8">', (meta) => [meta, ...tags].join('\n    '))),
    );
  }
}
