// Bounds what a browser loads before the sign-in and the home page stand. Part of the build, which fails above it; by
// itself (`npm run size -w dashboard`) it measures what lies in dist/.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Bytes of gzip, which every browser takes; over https they get brotli, which is smaller. */
const LIMIT_BYTES = 300 * 1000;
/** What the first two pages need beside the entry: chunks are named after the module that they are imported by. */
const FIRST_PAGES = ['SignInPage', 'HomePage', 'DailyCredits'];

const STATIC_IMPORT = /\bimport\s*(?:[\w*{][^'"()]*?\bfrom\s*)?["']\.\/([\w.-]+\.js)["']/g;
const ANY_EXPORT_FROM = /\bexport\s*[\w*{][^'"()]*?\bfrom\s*["']\.\/([\w.-]+\.js)["']/g;

/** @param files name → bytes, with the `.gz` and `.br` of each script. @returns the scripts of the first load. */
export function firstLoad(files) {
  const names = [...files.keys()];
  const entries = [
    ...files
      .get('index.html')
      .toString()
      .matchAll(/(?:src|href)="\/(assets\/[\w.-]+\.js)"/g),
  ].map(([, name]) => name);
  const pages = FIRST_PAGES.map((page) => {
    const found = names.find((name) => name.startsWith(`assets/${page}-`) && name.endsWith('.js'));
    if (!found) throw new Error(`the build has no chunk ${page}: size.mjs no longer knows what loads first`);
    return found;
  });
  const seen = new Set();
  const visit = (name) => {
    if (seen.has(name)) return;
    seen.add(name);
    const code = files.get(name).toString();
    for (const pattern of [STATIC_IMPORT, ANY_EXPORT_FROM])
      for (const [, other] of code.matchAll(pattern)) visit(`assets/${other}`);
  };
  [...entries, ...pages].forEach(visit);
  return [...seen];
}

/** @throws when the first load is larger than it may be. */
export function checkSize(files) {
  const scripts = firstLoad(files);
  const sum = (form) => scripts.reduce((bytes, name) => bytes + files.get(`${name}${form}`).length, 0);
  const [gzip, brotli] = [sum('.gz'), sum('.br')];
  const kilobytes = (bytes) => `${(bytes / 1000).toFixed(0)} KB`;
  const line = `first load: ${kilobytes(gzip)} of gzip, ${kilobytes(brotli)} of brotli, in ${scripts.length} scripts`;
  if (gzip > LIMIT_BYTES) throw new Error(`${line}; the limit is ${kilobytes(LIMIT_BYTES)}`);
  console.log(line);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const directory = fileURLToPath(new URL('../dist', import.meta.url));
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = new Map();
  for (const entry of entries.filter((found) => found.isFile())) {
    const path = join(entry.parentPath, entry.name);
    files.set(path.slice(directory.length + 1), await readFile(path));
  }
  checkSize(files);
}
