/**
 * The links of the manual, of README and of the packages' READMEs: every page and heading that one of them names exists, every
 * file of the repository is there, and addresses of other hosts are well formed. Nothing is asked of the network.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';

const BUILT = join(process.cwd(), 'docs/.vitepress/dist');
const BASE = '/docs/';
const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  paths: Record<string, { get?: object }>;
};

interface Page {
  ids: Set<string>;
  links: string[];
  pictures: string[];
  /** Whether it shows the source of a diagram that was not drawn. */
  hasDiagramText: boolean;
}

const pages = new Map<string, Page>();
beforeAll(async () => {
  const names = (await readdir(BUILT, { recursive: true })).filter((name) => name.endsWith('.html'));
  for (const name of names) {
    const html = await readFile(join(BUILT, name), 'utf8');
    const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, value]) => unescaped(value!));
    pages.set(name, {
      ids: new Set(all(/\sid="([^"]+)"/g)),
      links: all(/<a\s[^>]*?\bhref="([^"]*)"/g),
      pictures: all(/<img\s[^>]*?\bsrc="([^"]*)"/g),
      hasDiagramText: html.includes('language-mermaid'),
    });
  }
});

function unescaped(text: string): string {
  return text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'");
}

/** The file of a link's page; null when the link leaves the manual. */
function pageOf(link: string, from: string): { page: string; anchor: string } | null {
  const at = `http://manual.test${BASE}${from}`;
  const url = new URL(link, at);
  if (url.host !== 'manual.test') return null;
  const path = url.pathname.startsWith(BASE) ? url.pathname.slice(BASE.length) : `outside:${url.pathname}`;
  const anchor = decodeURIComponent(url.hash.slice(1));
  const page = path === '' || path.endsWith('/') ? `${path}index.html` : path;
  return { page: page.endsWith('.html') ? page : `${page}.html`, anchor };
}

/** Whether a link leads to an address of the service that openapi.json describes. */
const isOfService = (link: string) => paths[link]?.get !== undefined;

it('every link leads to a page and a heading that exist, or to an address of the service', () => {
  expect(pages.size).toBeGreaterThan(80);
  const dead: string[] = [];
  let checked = 0;
  for (const [name, { links }] of pages)
    for (const link of links.filter((each) => !/^(?:https?|mailto):/.test(each) && !isOfService(each))) {
      const target = pageOf(link, name);
      if (!target) continue;
      checked += 1;
      const page = pages.get(target.page);
      const isThere = page && (target.anchor === '' || page.ids.has(target.anchor));
      if (!isThere) dead.push(`${name}: ${link}`);
    }
  expect(dead).toEqual([]);
  expect(checked).toBeGreaterThan(1000);
});

it('every picture is a file of the manual', () => {
  const missing = [...pages].flatMap(([name, { pictures }]) =>
    pictures
      .filter((src) => !src.startsWith('data:') && !existsSync(join(BUILT, src.replace(BASE, ''))))
      .map((src) => `${name}: ${src}`),
  );
  expect(missing).toEqual([]);
});

it('every diagram is a picture of its present text: `npm run docs -- diagrams` draws them', () => {
  expect([...pages].filter(([, { hasDiagramText }]) => hasDiagramText).map(([name]) => name)).toEqual([]);
  const drawn = [...pages.values()]
    .flatMap(({ pictures }) => pictures)
    .filter((src) => /-(light|dark)\./.test(src));
  expect(drawn.length).toBeGreaterThanOrEqual(10);
});

it('every address of another host is well formed', () => {
  const links = [...pages].flatMap(([name, { links: all }]) =>
    all.filter((link) => /^[a-z][a-z0-9+.-]*:/i.test(link)).map((link) => [name, link] as const),
  );
  const wrong = links.filter(([, link]) => {
    if (/^mailto:[^@\s]+@[^@\s]+\.[a-z]+$/i.test(link)) return false;
    const url = URL.canParse(link) ? new URL(link) : null;
    return !url || !/^https?:$/.test(url.protocol) || /\s/.test(link);
  });
  expect(wrong).toEqual([]);
});

it('every file of the repository that a page names is there', () => {
  const script = `import { stage } from './scripts/manual/stage.mjs';
    console.log(JSON.stringify((await stage({ write: false })).missing));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(JSON.parse(output)).toEqual([]);
});

it('the READMEs of the repository and of all packages are pages', async () => {
  const packages = await readdir('packages');
  const expected = [
    'project/readme.html',
    'packages/python.html',
    ...packages.map((name) => `packages/${name}.html`),
  ];
  expect(expected.filter((page) => !pages.has(posix.normalize(page)))).toEqual([]);
});
