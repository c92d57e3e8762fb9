// `npm run release -- minor`: release-it, as `.release-it.json` says. Installs it when it is missing or differs from the lock. The other
// commands are in scripts/release.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './build-first.mjs';
import { answerHelp } from './help.mjs';
import { installLocked } from './install-locked.mjs';
import { dry } from './release/dry.mjs';
import { checkCommit, publish } from './release/publish.mjs';
import { Refusal } from './release/refusal.mjs';
import { repository } from './release/repository.mjs';

const FOLDER = join(root, 'scripts/release/');

answerHelp(`usage: npm run release -- minor|major|patch   Raises the version everywhere, dates the changelog, commits and tags.
       npm run release -- --dry [--keep]     Publishes everything to registries on loopback; --keep leaves them up until Ctrl-C.
       npm run release -- publish            Publishes the tag to npm's registry; the workflow of a release runs it.
       npm run release -- check              Says in a sentence why this commit cannot be published, and fails.
       npm run release -- repository <url>   Writes the address of the repository into every package.`);

const COMMANDS = { '--dry': dry, check: checkCommit, publish, repository };
const [name, ...args] = process.argv.slice(2);
if (name in COMMANDS) {
  try {
    await COMMANDS[name](args);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
} else {
  installLocked(FOLDER, () => console.log('installing release-it: npm ci --prefix scripts/release'));
  const program = join(FOLDER, 'node_modules/release-it/bin/release-it.js');
  const { status } = spawnSync(process.execPath, [program, ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
