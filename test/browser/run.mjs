// `npm run lane -- browser`: builds, then runs the dashboard's tests in a real browser against the real service. It needs Chromium
// (Debian: `apt-get install chromium`), or CHROMIUM_PATH. It writes screenshots to reports/screenshots/ and passes arguments to
// Jest. The runner's counts are the last line of the output.
import { existsSync } from 'node:fs';
import { buildFirst } from '../../scripts/build-first.mjs';
import { runJest } from '../../scripts/check/run-jest.mjs';
import { answerHelp } from '../../scripts/help.mjs';

answerHelp(
  'usage: npm run lane -- browser [<arguments of Jest>]   Builds, then tests the page in Chromium (CHROMIUM_PATH).',
);

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

if (!existsSync(CHROMIUM)) {
  console.error(`There is no Chromium at ${CHROMIUM}: install it, or name another one in CHROMIUM_PATH.`);
  process.exit(1);
}
if (!buildFirst()) process.exit(1);
runJest('test/browser/jest.config.mjs', process.argv.slice(2), { CHROMIUM_PATH: CHROMIUM });
