// The pages of the manual: which file of the repository becomes which page, and where it stands in the menus. A page
// that a group names and that does not exist is left out; a file of docs/ that no group names stands under "More".
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../build-first.mjs';

/** Files outside of docs/ that are pages, too. */
const PROJECT = {
  'README.md': 'project/readme.md',
  'ARCHITECTURE.md': 'project/architecture.md',
  'CONTRIBUTING.md': 'project/contributing.md',
  'SECURITY.md': 'project/security.md',
  'CHANGELOG.md': 'project/changelog.md',
  'dashboard/README.md': 'project/dashboard.md',
  'clients/README.md': 'packages/generated.md',
  'clients/python/README.md': 'packages/python.md',
  'deploy/patroni/README.md': 'project/patroni.md',
  'examples/acme/README.md': 'project/example.md',
};

/** Of pages whose first heading is the project's name. */
const TITLES = { 'project/readme.md': 'What Offprint is', 'packages/python.md': 'offprint for Python' };

/** A group with a folder of its `own` is one line in the menu of all other pages. */
const GROUPS = [
  { text: 'Start', pages: ['start', 'project/readme'] },
  {
    text: 'Callers',
    pages: ['waiting', 'errors', 'retries', 'money', 'limits', 'files', 'clients'].map(
      (name) => `guides/${name}`,
    ),
    rest: /^guides\//,
  },
  {
    text: 'Clients and extensions',
    pages: [
      'programs',
      ...['client', 'python', 'generated', 'mcp', 'openai-front'].map((name) => `packages/${name}`),
    ],
    rest: /^packages\//,
  },
  {
    text: 'Operators',
    pages: [
      ...[
        'operators',
        'deploying',
        'operating',
        'settings',
        'own-shop',
        'roles',
        'scaling',
        'high-availability',
      ],
      ...[
        'restoring',
        'releases',
        'migrations',
        'reliability',
        'performance',
        'attack',
        'engines/index',
        'engines/embedded',
      ],
      ...['engines/http-job', 'engines/comfyui', 'project/patroni'],
    ],
    rest: /^engines\//,
  },
  {
    text: 'Extenders',
    pages: [
      'extenders',
      'extending',
      'project/architecture',
      'prediction-states',
      'testing',
      'contract-tests',
      'fuzzing',
      'check',
      'api-report',
    ],
  },
  { text: 'API reference', pages: ['reference/index'], rest: /^reference\//, own: '/reference/' },
  { text: 'Comparison', pages: ['compare'] },
  { text: 'Project', pages: [], rest: /^project\// },
  { text: 'Decisions', pages: ['decisions/index'], rest: /^decisions\//, own: '/decisions/' },
];
const NAVIGATION = [
  ['Start', ['start', 'project/readme']],
  ['Callers', ['guides/waiting', 'packages/client']],
  ['Operators', ['operators']],
  ['Extenders', ['extenders']],
  ['Reference', ['reference/index']],
  ['Comparison', ['compare']],
];

/**
 * @returns page → file, both relative (`engines/index.md` → `docs/engines/README.md`). Without the generated reference.
 */
export function pagesOfRepository() {
  const docs = readdirSync(join(root, 'docs'), { recursive: true })
    .map((file) => `docs/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.md') && !file.includes('/.vitepress/'));
  const packages = readdirSync(join(root, 'packages'))
    .map((name) => `packages/${name}/README.md`)
    .filter((file) => existsSync(join(root, file)));
  const pages = [
    ...docs.map((file) => [file.slice('docs/'.length).replace(/(^|\/)README\.md$/, '$1index.md'), file]),
    ...packages.map((file) => [`packages/${file.split('/')[1]}.md`, file]),
    ...Object.entries(PROJECT).map(([file, page]) => [page, file]),
  ];
  return new Map(pages.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** @param text of a page in Markdown @returns its title in the menus: its first heading without markup, or one of its own. */
export function titleOf(text, page) {
  if (page in TITLES) return TITLES[page];
  const front = /^---\n[^]*?^title: *(.+)$[^]*?^---$/m.exec(text)?.[1];
  const heading = /^# +(.+)$/m.exec(text)?.[1] ?? front ?? basename(page, '.md');
  return heading.replace(/[`*]/g, '').replace(/\[([^\]]+)\]\([^)]*\)/g, '$1');
}

const address = (page) => `/${page.replace(/\.md$/, '').replace(/(^|\/)index$/, '$1')}`;

/**
 * Groups pages for the menus and for llms.txt.
 * @param titles page → title, in the order of the pages
 * @returns `[{text, own, items: [{text, link, page}]}]`
 */
export function groupsOf(titles) {
  const left = new Set([...titles.keys()].filter((page) => page !== 'index.md'));
  const take = (page) => left.delete(page) && { text: titles.get(page), link: address(page), page };
  const named = GROUPS.map(({ pages }) => pages.map((page) => take(`${page}.md`)).filter(Boolean));
  const groups = GROUPS.map(({ text, rest, own }, at) => ({
    text,
    own,
    items: [...named[at], ...(rest ? [...left].filter((page) => rest.test(page)).map(take) : [])],
  }));
  const more = [...left].map(take);
  return [...groups, { text: 'More', items: more }].filter(({ items }) => items.length > 0);
}

/**
 * @returns folder → groups, of which theme/style.css shows the pages of the one that is read. Every page has its menu in its HTML,
 * so the long lists stand only in their own folders.
 */
export function sidebarOf(groups) {
  const common = groups.map(({ text, own, items }) => ({
    text,
    link: items[0].link,
    items: (own ? items.slice(0, 1) : items).map(({ text: title, link }) => ({ text: title, link })),
  }));
  const folders = groups
    .filter(({ own }) => own)
    .map(({ text, own, items }) => [
      own,
      [
        { text, items: items.map(({ page: _page, ...item }) => item) },
        ...common.filter((group) => group.text !== text),
      ],
    ]);
  return { ...Object.fromEntries(folders), '/': common };
}

export function navigationOf(titles) {
  return NAVIGATION.flatMap(([text, pages]) => {
    const page = pages.find((each) => titles.has(`${each}.md`));
    return page ? [{ text, link: address(page) }] : [];
  });
}

export const readSource = (file) => readFileSync(join(root, file), 'utf8');
