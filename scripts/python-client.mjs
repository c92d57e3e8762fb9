// Writes `_sync/` of the Python client from `_async/`: the same calls without `async` and `await`. What the two do in different ways is
// in `_runtime.py`. Writes `_types.py`, the bodies of responses, from openapi.json. `--check` writes nothing and fails when one differs.
import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { root } from './build-first.mjs';
import { pythonBodies } from './python-types.mjs';
import { writeChanged } from './write-changed.mjs';

const PACKAGE = 'clients/python/src/offprint';
const SOURCE = `${PACKAGE}/_async`;
const TARGET = `${PACKAGE}/_sync`;
const TYPES = `${PACKAGE}/_types.py`;
const COMMAND = 'npm run generate -- python-client';
const HEAD = (name) => `# Written by \`${COMMAND}\` from _async/${name}.\n`;

/** Names and keywords, in this order. */
const CODE = [
  [/\b(?:async|await) /g, ''],
  [/\bAsync(?=[A-Z])/g, ''],
  [/\b__a(?=enter__|exit__)/g, '__'],
  [/\ba(?=close\(|iter_bytes\()/g, ''],
  [/for (\w+) in (.+):\n +yield \1\n/g, 'yield from $2\n'],
];
/** What docstrings say about one of them. */
const TEXTS = [
  ['programs with an event loop of asyncio', 'programs without an event loop'],
  [
    'one Offprint service, for one event loop. Holds no timer',
    'one Offprint service. May be shared by threads; holds no timer',
  ],
  [
    `\`on_progress\` is called with each status that differs from the one before; it may return an
        awaitable. A cancelled task, an error of \`on_progress\` and the end of \`timeout\` (seconds) cancel the
        prediction; its credits are refunded.`,
    `\`on_progress\` is called with each status that differs from the one before. Ctrl-C, an error of \`on_progress\`
        and the end of \`timeout\` (seconds) cancel the prediction; its credits are refunded.`,
  ],
  ['pieces of bytes (also async)', 'pieces of bytes'],
  [
    'Sends requests within one event loop of asyncio. Files are read and written in threads.',
    'Sends requests one after the other, from any thread.',
  ],
];

const sources = filesOf(SOURCE);
const stale = TEXTS.filter(([text]) => !Object.values(sources).some((source) => source.includes(text)));
if (stale.length > 0) fail(`scripts/python-client.mjs replaces what ${SOURCE} lacks: ${stale[0][0]}`);

const found = { ...filesOf(TARGET), [TYPES]: readFileSync(join(root, TYPES), 'utf8') };
const wanted = { [TYPES]: pythonBodies() };
for (const [path, source] of Object.entries(sources))
  wanted[path.replace(SOURCE, TARGET)] = HEAD(basename(path)) + blocking(source);
if (process.argv.includes('--check')) {
  const differs = Object.keys({ ...found, ...wanted }).filter((name) => found[name] !== wanted[name]);
  if (differs.length > 0) fail(`${differs.join(', ')}: not up to date, run \`${COMMAND}\`.`);
} else {
  for (const [path, text] of Object.entries(wanted)) await writeChanged(join(root, path), text);
  for (const path of Object.keys(found)) if (!(path in wanted)) await rm(join(root, path));
  console.log(`wrote ${Object.keys(wanted).length} files of ${PACKAGE}`);
}

/** Returns the texts of the files of a folder, by path. */
function filesOf(folder) {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith('.py'));
  const paths = names.map((name) => `${folder}/${name}`);
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

function blocking(source) {
  let text = source;
  for (const [before, after] of TEXTS) text = text.replaceAll(before, after);
  for (const [before, after] of CODE) text = text.replace(before, after);
  return text.replace(/^from (\S+) import (\w+(?:, \w+)+)$/gm, sortedImport);
}

/** The order of ruff, which `Iterator` has another place in than `AsyncIterator`. */
function sortedImport(_line, module, imported) {
  return `from ${module} import ${imported.split(', ').sort().join(', ')}`;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
