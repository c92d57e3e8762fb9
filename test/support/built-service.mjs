// The service as an operator runs it: `node dist/main.js`, with built extensions of this checkout in PLUGINS.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../../scripts/build-first.mjs';

const READY = /Offprint is ready at (\S+?)[ )\n]/;

/**
 * Starts a service with a database of its own.
 * @param extensions folders of packages/ that are built, to be named in PLUGINS.
 * @returns `{ url, dataDirectory, output(), stop() }`; `output()` is what it has written until then
 */
export async function startService(env, extensions = []) {
  const directory = mkdtempSync(join(tmpdir(), 'offprint-service-'));
  // Other accounts must be able to pass through: PostgreSQL runs as one of them when this is root's.
  chmodSync(directory, 0o755);
  installExtensions(directory, extensions);
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(process.execPath, [join(root, 'dist/main.js')], {
    cwd: directory,
    env: {
      PATH,
      HOME,
      ...(TMPDIR && { TMPDIR }),
      PORT: '0',
      DATA_DIR: join(directory, 'data'),
      JWT_SECRET: 'a secret of the tests, long enough to be one',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const url = await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
        const ready = READY.exec(output);
        if (ready) resolve(ready[1]);
      });
    child.once('exit', () => reject(new Error(`The service ended before it was ready:\n${output}`)));
  });
  return {
    url,
    dataDirectory: join(directory, 'data'),
    output: () => output,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Installs built packages beside this checkout's service, as npm does. */
function installExtensions(directory, extensions) {
  const modules = join(directory, 'node_modules');
  mkdirSync(modules);
  const linked = new Set(['@nestjs']);
  for (const extension of extensions) {
    const from = join(root, 'packages', extension);
    for (const name of ['dist', 'package.json'])
      cpSync(join(from, name), join(modules, '@offprint', extension, name), { recursive: true });
    const { dependencies = {} } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
    for (const name of Object.keys(dependencies)) linked.add(name.startsWith('@') ? dirname(name) : name);
  }
  symlinkSync(root, join(modules, 'offprint'));
  for (const name of linked) symlinkSync(join(root, 'node_modules', name), join(modules, name));
}
