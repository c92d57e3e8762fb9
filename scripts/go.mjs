// Go, for the tests that build a server of others.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './build-first.mjs';

/** Of programs for tests: without optimization a build takes two thirds of the time. */
export const QUICK_BUILD = '-gcflags=all=-N -l';

const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };

/** Returns the path of a Go that can build modules for `toolchain` (`go1.25.0`), installed by apt when there is none. */
export function findOrInstallGo(toolchain) {
  return newEnough(findGo() ?? installGo(), toolchain);
}

function findGo() {
  const runs = (path) => spawnSync(path, ['version'], { stdio: 'ignore' }).status === 0;
  return ['go', '/usr/local/go/bin/go'].find(runs);
}

function installGo() {
  const sudo = process.getuid() === 0 ? [] : ['sudo'];
  const apt = (...args) => {
    const [command, ...rest] = [...sudo, 'apt-get', ...args];
    execFileSync(command, rest, { stdio: ['ignore', 'ignore', 'inherit'] });
  };
  console.log('installing Go');
  apt('update');
  apt('install', '-y', '--no-install-recommends', 'golang-go', 'ca-certificates');
  return 'go';
}

/** One from 1.21 on gets the toolchain that a module names by itself. */
function newEnough(go, oldest) {
  const version = execFileSync(go, ['version'], { encoding: 'utf8' });
  const [, minor] = /go1\.(\d+)/.exec(version) ?? [];
  if (Number(minor) >= 21) return go;
  const toolchain = `golang.org/toolchain@v0.0.1-${oldest}.linux-${ARCHITECTURES[process.arch]}`;
  console.log(`${version.trim()} is too old: downloading ${toolchain}`);
  const { Dir } = JSON.parse(execFileSync(go, ['mod', 'download', '-json', toolchain], { encoding: 'utf8' }));
  // A module has no executable files.
  execFileSync('chmod', ['-R', 'u+x', join(Dir, 'bin'), join(Dir, 'pkg/tool')]);
  process.env.GOROOT = Dir;
  return join(Dir, 'bin/go');
}

/**
 * Builds a program of a Go module, once: it stays in node_modules/.cache.
 * @param path the package that has it @param version of its module @param toolchain that this version needs
 * @returns {string} its path
 */
export function buildGoProgram(path, version, toolchain) {
  const name = path.split('/').at(-1);
  const folder = join(root, 'node_modules/.cache/offprint-tests', `${name}-${version}`);
  const program = join(folder, name);
  if (existsSync(program)) return program;
  const startedAt = performance.now();
  const go = findOrInstallGo(toolchain);
  mkdirSync(folder, { recursive: true });
  console.log(`building ${name} ${version}`);
  execFileSync(go, ['install', QUICK_BUILD, `${path}@${version}`], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, GOBIN: folder, CGO_ENABLED: '0' },
  });
  console.log(`built (${((performance.now() - startedAt) / 1000).toFixed(0)} s)`);
  return program;
}
