// `npm run lane -- stripe`: packages/stripe-billing against stripe-mock, Stripe's own server for tests, which checks each request against
// Stripe's OpenAPI. It is built from its sources by Go, which is installed by apt when it is missing. Last line: `N passed, N failed`.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/build-first.mjs';
import { findOrInstallGo } from '../../scripts/go.mjs';
import { answerHelp } from '../../scripts/help.mjs';

answerHelp(
  'usage: npm run lane -- stripe [<arguments of Jest>]   Tests the payments through Stripe against stripe-mock.',
);

const VERSION = 'v0.203.0';
/** New enough for this version, and the one of `npm run lane -- s3`. Debian 12 has an older one. */
const TOOLCHAIN = 'go1.25.0';
const folder = join(root, 'node_modules/.cache/offprint-tests', `stripe-mock-${VERSION}`);
const program = join(folder, 'stripe-mock');

if (!existsSync(program)) buildServer();
const { status } = spawnSync(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    join(root, 'node_modules/jest/bin/jest.js'),
    '--config',
    join(root, 'test/stripe/jest.config.mjs'),
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, STRIPE_MOCK: program } },
);
process.exitCode = status ?? 1;

function buildServer() {
  const startedAt = performance.now();
  const go = findOrInstallGo(TOOLCHAIN);
  mkdirSync(folder, { recursive: true });
  console.log(`building stripe-mock ${VERSION}`);
  execFileSync(go, ['install', `github.com/stripe/stripe-mock@${VERSION}`], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, GOBIN: folder, CGO_ENABLED: '0' },
  });
  console.log(`built (${((performance.now() - startedAt) / 1000).toFixed(0)} s)`);
}
