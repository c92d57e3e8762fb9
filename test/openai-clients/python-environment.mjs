// OpenAI's client for Python, in an environment of its own, which stays for the next run.
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/build-first.mjs';

const PYTHON_CLIENT = '3.51.0';
const environment = join(root, 'node_modules/.cache/offprint-tests', `openai-python-${PYTHON_CLIENT}`);

/** Installs the client from the configured index, once. @returns the path of its Python. */
export function installOpenaiPython() {
  if (!existsSync(join(environment, 'complete'))) {
    rmSync(environment, { recursive: true, force: true });
    run('python3', ['-m', 'venv', environment]);
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
    run(join(environment, 'bin/python'), [...pip, `openai==${PYTHON_CLIENT}`]);
    // Last: an installation that was cut off is done again.
    run('touch', [join(environment, 'complete')]);
  }
  return join(environment, 'bin/python');
}

function run(program, args) {
  execFileSync(program, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
}
