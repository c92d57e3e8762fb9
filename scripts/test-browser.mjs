// `npm run lane -- browser`: builds, then runs the dashboard's tests in a real browser against the real service. It needs Chromium
// (Debian: `apt-get install chromium`), or CHROMIUM_PATH. It writes screenshots to reports/screenshots/ and passes arguments to
// Jest. The runner's counts are the last line of the output.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { buildFirst, root } from './build-first.mjs';
import { answerHelp } from './help.mjs';

answerHelp(
  'usage: npm run lane -- browser [<arguments of Jest>]   Builds, then tests the page in Chromium (CHROMIUM_PATH).',
);

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

function run(args, env = {}) {
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
}

if (!existsSync(CHROMIUM)) {
  console.error(`There is no Chromium at ${CHROMIUM}: install it, or name another one in CHROMIUM_PATH.`);
  process.exit(1);
}
if (!buildFirst()) process.exit(1);
const options = `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules --disable-warning=ExperimentalWarning`;
run(['node_modules/jest/bin/jest.js', '--config', 'test/browser/jest.config.mjs', ...process.argv.slice(2)], {
  NODE_OPTIONS: options.trim(),
  CHROMIUM_PATH: CHROMIUM,
});
