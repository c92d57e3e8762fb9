// The fenced code blocks of the documents.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { root } from '../../scripts/build-first.mjs';

/** Files whose blocks are checked, relative to the root. */
export function listPages() {
  const markdown = (folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((name) => name.endsWith('.md') && !/(^|\/)(node_modules|\.vitepress)\//.test(name))
      .map((name) => `${folder}/${name}`);
  const readmes = (folder) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name }) => readdirSync(join(root, folder, name)).map((file) => `${folder}/${name}/${file}`))
      .filter((path) => path.endsWith('/README.md'));
  const folders = ['packages', 'clients', 'examples'].flatMap(readmes);
  const pages = ['README.md', 'CONTRIBUTING.md', 'clients/README.md', 'dashboard/README.md'];
  return [...pages, ...markdown('docs'), ...folders].sort();
}

/** @returns the blocks of a page of the repository, in its order. */
export const readPage = (page) => readBlocks(page, readFileSync(join(root, page), 'utf8'));

/**
 * @returns `{ page, line, language, text, note }` of each fenced block: `line` is the number of its first line of code, `note` the
 * text of a comment `<!-- block: … -->` directly above it, or null.
 */
export function readBlocks(page, markdown) {
  const blocks = [];
  collect(fromMarkdown(markdown), blocks);
  return blocks.map(({ node, before }) => ({
    page,
    line: node.position.start.line + 1,
    language: node.lang ?? '',
    text: node.value,
    note: (before?.type === 'html' && /^<!-- block: ([^]+?) -->$/.exec(before.value)?.[1]) || null,
  }));
}

function collect(node, blocks) {
  for (const [at, child] of (node.children ?? []).entries())
    // Code without a fence has no language that a reader could choose; it is a block without one.
    if (child.type === 'code') blocks.push({ node: child, before: node.children[at - 1] });
    else collect(child, blocks);
}

/** The program of blocks of one page, each at its own lines: an error names the line of the page. */
export function atTheirLines(blocks) {
  const lines = [];
  for (const { line, text } of blocks) {
    while (lines.length < line - 1) lines.push('');
    lines.push(...text.split('\n'));
  }
  return lines;
}

/** Commands of a block of shell: without comments, continued lines joined, split at `&&`. */
export function commandsOf(text) {
  return text
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .flatMap((line) => line.replace(/(^|\s)#.*$/, '').split(' && '))
    .map((command) => command.trim())
    .filter(Boolean);
}
