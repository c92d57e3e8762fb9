// Writes `_sync/` of the Python client from `_async/`: the same calls without `async` and `await`. `--check` writes nothing and
// fails when it differs. What the two do in different ways is in `_runtime.py`.
import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './build-first.mjs';
import { writeChanged } from './write-changed.mjs';

const SOURCE = 'clients/python/src/offprint/_async';
const TARGET = 'clients/python/src/offprint/_sync';
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

const names = Object.keys(sources);
const found = filesOf(TARGET);
const wanted = Object.fromEntries(names.map((name) => [name, HEAD(name) + blocking(sources[name])]));
if (process.argv.includes('--check')) {
  const differs = Object.keys({ ...found, ...wanted }).filter((name) => found[name] !== wanted[name]);
  if (differs.length > 0) fail(`${TARGET} is not up to date (${differs.join(', ')}): run \`${COMMAND}\`.`);
} else {
  for (const name of names) await writeChanged(join(root, TARGET, name), wanted[name]);
  for (const name of Object.keys(found)) if (!(name in wanted)) await rm(join(root, TARGET, name));
  console.log(`wrote ${names.length} files of ${TARGET}`);
}

/** Returns the texts of a folder by the names of its files. */
function filesOf(folder) {
  const files = readdirSync(join(root, folder)).filter((name) => name.endsWith('.py'));
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(root, folder, name), 'utf8')]));
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
