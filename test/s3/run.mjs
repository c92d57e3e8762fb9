// `npm run lane -- s3`: the storage of packages/s3-storage against versitygw, an S3 server that is not ours. It is built from
// its sources by Go, which is installed by apt when it is missing. Last line: `N passed, N failed`.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/build-first.mjs';
import { findOrInstallGo } from '../../scripts/go.mjs';
import { answerHelp } from '../../scripts/help.mjs';

answerHelp(
  'usage: npm run lane -- s3 [<arguments of Jest>]   Tests the S3 storage against a real S3 server.',
);

const VERSION = 'v1.8.0';
/** That this version needs. Debian 12 has an older one. */
const TOOLCHAIN = 'go1.25.0';
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
  const go = findOrInstallGo(TOOLCHAIN);
  mkdirSync(folder, { recursive: true });
  console.log(`building versitygw ${VERSION}`);
  execFileSync(go, ['install', `github.com/versity/versitygw/cmd/versitygw@${VERSION}`], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, GOBIN: folder, CGO_ENABLED: '0' },
  });
  console.log(`built (${((performance.now() - startedAt) / 1000).toFixed(0)} s)`);
}
