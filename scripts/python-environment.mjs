// Environments of Python with one package, which stay for the next run.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './build-first.mjs';

const OPENAI = '3.51.0';

/** Installs OpenAI's client, once. @returns {string} the path of a Python that has it */
export const installOpenaiPython = () => join(installPythonPackage('openai', OPENAI), 'python');

/**
 * Installs a package from the configured index, once.
 * @param version exact
 * @param {{requirements?: string[], python?: string}} [options] what pip installs instead of the package alone; the Python that makes
 * the environment
 * @returns {string} the folder with its programs and their Python
 */
export function installPythonPackage(
  name,
  version,
  { requirements = [`${name}==${version}`], python = 'python3' } = {},
) {
  const environment = join(root, 'node_modules/.cache/offprint-tests', `${name}-python-${version}`);
  const programs = join(environment, 'bin');
  const complete = join(environment, 'complete');
  if (existsSync(complete)) return programs;
  rmSync(environment, { recursive: true, force: true });
  mkdirSync(dirname(environment), { recursive: true });
  run(python, ['-m', 'venv', environment]);
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
  run(join(programs, 'python'), [...pip, ...requirements]);
  // Last: an installation that was cut off is done again.
  writeFileSync(complete, '');
  return programs;
}

function run(program, args) {
  execFileSync(program, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
}
