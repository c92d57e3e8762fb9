/** The site of the manual. Its pages are made by scripts/manual/stage.mjs; `npm run docs:build` and `docs:dev` call it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { colorSheet, highlightByClass } from '../../scripts/manual/code-colors.mjs';
import { searchText } from '../../scripts/manual/search-text.mjs';
import { slugOf } from '../../scripts/manual/slugs.mjs';
import { emitLightPages } from '../../scripts/manual/vitepress-on-rolldown.mjs';

const menus = JSON.parse(readFileSync(fileURLToPath(new URL('./pages/menus.json', import.meta.url)), 'utf8'));
const isBuild = process.env.NODE_ENV === 'production';

export default defineConfig({
  title: 'Offprint',
  description: 'The manual of Offprint, the open-source backend for paid AI generation.',
  lang: 'en',
  base: '/docs/',
  srcDir: '.vitepress/pages',
  cleanUrls: true,
  // Otherwise every page has an inline script, which the content policy forbids.
  metaChunk: true,
  // They would need another content policy: Firefox judges them by default-src, which is 'none'.
  router: { prefetchLinks: false },
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    // The anchors of the repository's own views, so that a link works in both.
    anchor: { slugify: slugOf },
    codeTransformers: isBuild ? [highlightByClass] : [],
    config(markdown) {
      alignByClass(markdown);
      showBraces(markdown);
    },
  },
  // scripts/manual/build.mjs links it in every page.
  buildEnd: ({ outDir }) => writeFileSync(join(outDir, 'code-colors.css'), colorSheet()),
  transformHead({ head }) {
    // The inline scripts of VitePress; theme/before-paint.js does their work from a file.
    head.splice(0, Infinity, ...head.filter(([tag]) => tag !== 'script'));
  },
  vite: {
    plugins: [emitLightPages],
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 5000 },
    css: { postcss: {} },
  },
  themeConfig: {
    nav: menus.navigation,
    sidebar: menus.sidebar,
    outline: [2, 3],
    search: { provider: 'local', options: { _render: searchText } },
    externalLinkIcon: true,
    notFound: {
      quote: 'The manual has no page at this address.',
      linkText: 'To the first page',
      linkLabel: 'To the first page of the manual',
    },
  },
});

/** Columns are aligned by a class: the content policy forbids the style attribute that the parser writes. */
function alignByClass(markdown) {
  for (const rule of ['th_open', 'td_open']) {
    markdown.renderer.rules[rule] = (tokens, index, options, _env, self) => {
      const token = tokens[index];
      const align = /text-align:(\w+)/.exec(token.attrGet('style') ?? '')?.[1];
      token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style');
      if (align) token.attrJoin('class', `align-${align}`);
      return self.renderToken(tokens, index, options);
    };
  }
}

/** Two braces of a text are braces, not an expression of Vue. */
function showBraces({ renderer: { rules } }) {
  for (const rule of ['text', 'code_inline']) {
    const render = rules[rule];
    rules[rule] = (...given) => render(...given).replaceAll('{{', '&#123;&#123;');
  }
}
