// `npm run lane -- starts`: builds, then starts the service once for each row of `rows/`. With `short` it takes only the rows that are
// marked so; it passes other arguments to Jest. The counts are the last line of the output.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { buildFirst, root } from '../../scripts/build-first.mjs';
import { runJest } from '../../scripts/check/run-jest.mjs';
import { answerHelp } from '../../scripts/help.mjs';
import { installLocked } from '../../scripts/install-locked.mjs';

answerHelp(
  'usage: npm run lane -- starts [short] [<arguments of Jest>]   Starts the service with each row of test/starts/rows.',
);

if (!buildFirst()) process.exit(1);
const args = process.argv.slice(2);
const isShort = args[0] === 'short';
if (!isShort) installServers(`${root}/test/starts/servers/`);
runJest('test/starts/jest.config.mjs', isShort ? args.slice(1) : args, {
  STARTS: isShort ? 'short' : 'whole',
});

/** PostgreSQL's versions; the package of a platform makes its links by a script of installation, which is not run. */
function installServers(folder) {
  installLocked(folder, () => console.log('installing PostgreSQL 14 to 17'));
  const packages = readdirSync(`${folder}node_modules`, { recursive: true, withFileTypes: true })
    .filter(({ name }) => name === 'hydrate-symlinks.js')
    .map(({ parentPath }) => `${parentPath}/..`);
  for (const cwd of packages) spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd });
}
