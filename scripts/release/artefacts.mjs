// What a release consists of: a tarball of each package that is not private, the wheel and the sdist of the Python client.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build-first.mjs';
import { buildDistributions } from './python-distributions.mjs';

export const REPORTS = join(root, 'reports/release');
export const NPM_FOLDER = join(REPORTS, 'npm');
export const PYTHON_FOLDER = join(REPORTS, 'python');

/**
 * @typedef {object} Artefact
 * @property {string} name @property {string} version
 * @property {string} path of the file @property {string} file its name @property {number} bytes
 * @property {number} files how many it holds
 * @property {string} sha256 in hexadecimal digits, as PyPI shows it @property {Buffer} sha512 npm shows it in base64
 * @property {object} [manifest] the package.json of a tarball
 */

/** Builds and packs everything once. @returns {{ tarballs: Artefact[], distributions: Artefact[] }} in the order of publication */
export function packAll() {
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(NPM_FOLDER, { recursive: true });
  const which = ['--include-workspace-root', ...publishedFolders().map((path) => `--workspace=${path}`)];
  execFileSync('npm', ['pack', '--loglevel', 'error', '--pack-destination', NPM_FOLDER, ...which], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  buildDistributions(PYTHON_FOLDER);
  return { tarballs: tarballsOf(NPM_FOLDER), distributions: pathsOf(PYTHON_FOLDER).map(distribution) };
}

/** Returns the tarballs of a folder, each behind those that it depends on. */
export function tarballsOf(folder) {
  return inOrder(pathsOf(folder).map(tarball));
}

/** Returns the folders of the workspaces that npm publishes. */
export function publishedFolders(checkout = root) {
  const read = (path) => JSON.parse(readFileSync(join(checkout, path), 'utf8'));
  const entries = Object.entries(read('package-lock.json').packages);
  const links = entries.filter(([path, { link }]) => path.includes('node_modules/') && link);
  return links.map(([, { resolved }]) => resolved).filter((path) => !read(`${path}/package.json`).private);
}

const pathsOf = (folder) => readdirSync(folder).map((name) => join(folder, name));

function tarball(path) {
  const manifest = JSON.parse(untar(['-xzOf', path, 'package/package.json']));
  return {
    ...described(path, untar(['-tzf', path])),
    name: manifest.name,
    version: manifest.version,
    manifest,
  };
}

function distribution(path) {
  const isWheel = path.endsWith('.whl');
  const list = isWheel
    ? execFileSync('python3', ['-m', 'zipfile', '-l', path], { encoding: 'utf8' })
    : untar(['-tzf', path]);
  const [, name, version] = /([a-z]+)-(\d+\.\d+\.\d+)[^/]*$/.exec(path);
  // The first line of Python's list is its head.
  return { ...described(path, isWheel ? list.slice(list.indexOf('\n') + 1) : list), name, version };
}

function described(path, list) {
  const content = readFileSync(path);
  return {
    path,
    file: path.split('/').at(-1),
    bytes: content.length,
    files: list.trimEnd().split('\n').length,
    ...digestsOf(content),
  };
}

export const digestsOf = (content) => ({
  sha256: createHash('sha256').update(content).digest('hex'),
  sha512: createHash('sha512').update(content).digest(),
});

const untar = (args) => execFileSync('tar', args, { encoding: 'utf8', maxBuffer: 1e8 });

/** The service comes before the extensions, which have it as a peer; what makes a new project needs all others. */
function inOrder(tarballs) {
  const byName = new Map(tarballs.map((one) => [one.name, one]));
  const sorted = new Set();
  const add = (name) => {
    const one = byName.get(name);
    if (!one || sorted.has(one)) return;
    for (const needed of Object.keys(one.manifest.dependencies ?? {})) add(needed);
    sorted.add(one);
  };
  const isLast = (name) => name.startsWith('create-');
  for (const name of ['offprint', ...[...byName.keys()].sort((a, b) => isLast(a) - isLast(b))]) add(name);
  return [...sorted];
}
