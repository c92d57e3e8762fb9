// Compiles a TypeScript file like the build (.swcrc) and keeps the result: every worker of every run reads the same files.
const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { threadId } = require('node:worker_threads');

const root = join(__dirname, '..', '..', '..');
const FOLDER = join(root, 'node_modules', '.cache', 'offprint-tests', 'compiled');
const compilerVersion = require('@swc/core/package.json').version;
const settings = readFileSync(join(root, '.swcrc'), 'utf8');
let swc;

/** @returns the path of the compiled file, without its ending: `.js` is the code, `.map` its source map. */
function compiledPath(file) {
  const { mtimeMs, size } = statSync(file);
  const key = JSON.stringify([file, mtimeMs, size, compilerVersion, settings]);
  return join(FOLDER, createHash('sha256').update(key).digest('hex').slice(0, 32));
}

/** Another worker may write the same file at the same time: each writes its own and renames it. */
function writeWhole(path, text) {
  const draft = `${path}.${process.pid}.${threadId}`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}

/** @param file absolute path of a `.ts` file. @returns its code as an ES module. */
function compile(file) {
  const path = compiledPath(file);
  if (existsSync(`${path}.js`)) return readFileSync(`${path}.js`, 'utf8');
  swc ??= require('@swc/core');
  const { code, map } = swc.transformFileSync(file, { swcrc: true, sourceMaps: true });
  mkdirSync(dirname(path), { recursive: true });
  writeWhole(`${path}.map`, map);
  writeWhole(`${path}.js`, code);
  return code;
}

/** @returns the path of the source map, or undefined for a file that was not compiled. */
function sourceMapOf(file) {
  if (!file.endsWith('.ts')) return undefined;
  const path = `${compiledPath(file)}.map`;
  return existsSync(path) ? path : undefined;
}

module.exports = { compile, sourceMapOf };
