// `npm run release -- minor`: release-it, as `.release-it.json` says. Installs it when it is missing or differs from the lock.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './build-first.mjs';
import { installLocked } from './install-locked.mjs';

const FOLDER = join(root, 'scripts/release/');
installLocked(FOLDER, () => console.log('installing release-it: npm ci --prefix scripts/release'));
const program = join(FOLDER, 'node_modules/release-it/bin/release-it.js');
const { status } = spawnSync(process.execPath, [program, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
