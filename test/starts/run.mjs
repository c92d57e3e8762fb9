// `npm run lane -- starts`: builds, then starts the service once for each row of `rows/`. With `short` it takes only the rows that are
// marked so; it passes other arguments to Jest. The counts are the last line of the output.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildFirst, root } from '../../scripts/build-first.mjs';
import { runJest } from '../../scripts/check/run-jest.mjs';
import { answerHelp } from '../../scripts/help.mjs';
import { installLocked } from '../../scripts/install-locked.mjs';

answerHelp(
  'usage: npm run lane -- starts [short] [<arguments of Jest>]   Starts the service with each row of test/starts/rows.',
);

const SERVERS = join(root, 'test/starts/servers/');

if (!buildFirst()) process.exit(1);
const args = process.argv.slice(2);
const isShort = args[0] === 'short';
if (!isShort) installServers();
runJest('test/starts/jest.config.mjs', isShort ? args.slice(1) : args, {
  STARTS: isShort ? 'short' : 'whole',
});

/** A package makes its links by a script of installation, which is not run. */
function installServers() {
  installLocked(SERVERS, () => console.log('installing PostgreSQL 14 to 17'));
  const packages = join(SERVERS, 'node_modules');
  for (const name of readdirSync(packages).filter((one) => one.startsWith('postgres-')))
    execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], {
      cwd: join(packages, name),
      stdio: 'ignore',
    });
}
