// `npm run test:s3`: the storage of packages/s3-storage against versitygw, an S3 server that is not ours. It is built from
// its sources by Go, which is installed by apt when it is missing. Last line: `N passed, N failed`.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/build-first.mjs';
import { answerHelp } from '../../scripts/help.mjs';

answerHelp(
  'usage: npm run test:s3 [-- <arguments of Jest>]   Tests the S3 storage against a real S3 server.',
);

const VERSION = 'v1.8.0';
/** That this version needs. Debian 12 has an older one. */
const TOOLCHAIN = 'go1.25.0';
const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };
const folder = join(root, 'node_modules/.cache/offprint-tests', `versitygw-${VERSION}`);
const program = join(folder, 'versitygw');

if (!existsSync(program)) buildServer();
const { status } = spawnSync(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    join(root, 'node_modules/jest/bin/jest.js'),
    '--config',
    join(root, 'test/s3/jest.config.mjs'),
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, VERSITYGW: program } },
);
process.exitCode = status ?? 1;

function buildServer() {
  const startedAt = performance.now();
  const go = newEnough(findGo() ?? installGo());
  mkdirSync(folder, { recursive: true });
  console.log(`building versitygw ${VERSION}`);
  execFileSync(go, ['install', `github.com/versity/versitygw/cmd/versitygw@${VERSION}`], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, GOBIN: folder, CGO_ENABLED: '0' },
  });
  console.log(`built (${((performance.now() - startedAt) / 1000).toFixed(0)} s)`);
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

/** Returns a Go that can build the server. One from 1.21 on gets the toolchain that the server names by itself. */
function newEnough(go) {
  const version = execFileSync(go, ['version'], { encoding: 'utf8' });
  const [, minor] = /go1\.(\d+)/.exec(version) ?? [];
  if (Number(minor) >= 21) return go;
  const toolchain = `golang.org/toolchain@v0.0.1-${TOOLCHAIN}.linux-${ARCHITECTURES[process.arch]}`;
  console.log(`${version.trim()} is too old: downloading ${toolchain}`);
  const { Dir } = JSON.parse(execFileSync(go, ['mod', 'download', '-json', toolchain], { encoding: 'utf8' }));
  // A module has no executable files.
  execFileSync('chmod', ['-R', 'u+x', join(Dir, 'bin'), join(Dir, 'pkg/tool')]);
  process.env.GOROOT = Dir;
  return join(Dir, 'bin/go');
}
