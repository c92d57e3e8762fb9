// The scratch directory of `npm run lane -- python`: the distributions, and environments that have installed them.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../../scripts/build-first.mjs';
import { buildDistributions as buildInto } from '../../../scripts/release/python-distributions.mjs';
import { findInterpreters } from './interpreters.mjs';

/** The tests run in processes of their own and find the directory of `run.mjs`. */
const VARIABLE = 'OFFPRINT_PYTHON_TEST';
const isOwner = process.env[VARIABLE] === undefined;
process.env[VARIABLE] ??= mkdtempSync(join(tmpdir(), 'offprint-python-'));

export const scratch = process.env[VARIABLE];
export const source = join(root, 'clients/python');
const dist = join(scratch, 'dist');
const REQUIREMENTS = fileURLToPath(new URL('../requirements.txt', import.meta.url));
const tools = join(root, 'node_modules/.cache/offprint-tests/python-tools');

/** Builds the sdist and the wheel as a release does. */
export function buildDistributions() {
  installTools();
  buildInto(dist);
}

/** Installs what checks, unless the last run has. */
function installTools() {
  const wanted = `${findInterpreters().own.path}\n${readFileSync(REQUIREMENTS, 'utf8')}`;
  const stamp = join(tools, 'installed.txt');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  rmSync(tools, { recursive: true, force: true });
  mkdirSync(tools, { recursive: true });
  run(findInterpreters().own.path, ['-m', 'venv', tools]);
  run(tool('python'), ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', REQUIREMENTS]);
  writeFileSync(stamp, wanted);
}

/** @returns the path of a program of the tools. */
export const tool = (name) => join(tools, 'bin', name);

/** @param kind `.whl` or `.tar.gz` */
export function distribution(kind) {
  return join(
    dist,
    readdirSync(dist).find((name) => name.endsWith(kind)),
  );
}

/** Makes an environment with nothing but `packages` and what they need. @returns the path of its Python. */
export function createEnvironment(name, interpreter, packages) {
  const folder = join(scratch, name);
  run(interpreter.path, ['-m', 'venv', '--without-pip', folder]);
  const python = join(folder, 'bin/python');
  const pip = ['-m', 'pip', '--disable-pip-version-check', '--python', python, 'install', '--quiet'];
  run(tool('python'), [...pip, ...packages]);
  return python;
}

/** @returns the version that the tools have, as pip writes it: `pytest==9.2.0`. */
export const pinned = (name) =>
  readFileSync(REQUIREMENTS, 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`${name}==`));

export function removeScratch() {
  if (isOwner) rmSync(scratch, { recursive: true, force: true });
}

function run(program, args, { stdio = ['ignore', 'inherit', 'inherit'] } = {}) {
  execFileSync(program, args, { stdio, env: pythonEnvironment() });
}

/** Runs a program to its end. @returns `{ code, stdout, stderr }` */
export function runToEnd(program, args, { cwd = scratch, env = {} } = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: pythonEnvironment(env),
  });
  if (error) throw error;
  return { code: status, stdout, stderr };
}

/** The same beside this process, for programs that call what runs within it. */
export async function startToEnd(program, args, { cwd = scratch, env = {} } = {}) {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], env: pythonEnvironment(env) });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) child[name].on('data', (piece) => (output[name] += piece));
  const [code] = await once(child, 'close');
  return { code, ...output };
}

/** The variables of this process, without those that would lead a Python to other packages. */
export function pythonEnvironment(changes = {}) {
  const { PYTHONPATH: _path, PYTHONHOME: _home, VIRTUAL_ENV: _venv, ...rest } = process.env;
  return { ...rest, PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1', ...changes };
}
