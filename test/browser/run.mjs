// `npm run lane -- browser`: builds, then runs the dashboard's tests in a real browser against the real service. It needs Chromium
// (Debian: `apt-get install chromium-headless-shell`, or `chromium`), or CHROMIUM_PATH. Outside of CI it writes screenshots to
// reports/screenshots/. It passes arguments to Jest. The runner's counts are the last line of the output.
import { existsSync } from 'node:fs';
import { buildFirst } from '../../scripts/build-first.mjs';
import { runJest } from '../../scripts/check/run-jest.mjs';
import { answerHelp } from '../../scripts/help.mjs';

answerHelp(
  'usage: npm run lane -- browser [<arguments of Jest>]   Builds, then tests the page in Chromium (CHROMIUM_PATH).',
);

/** The shell has the same engine without the windows around it: a new visitor costs it a fifth of the processor time. */
const PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const places = process.env.CHROMIUM_PATH ? [process.env.CHROMIUM_PATH] : PLACES;
const CHROMIUM = places.find((place) => existsSync(place));

if (!CHROMIUM) {
  console.error(`There is no Chromium at ${places.join(' or ')}: install it, or name one in CHROMIUM_PATH.`);
  process.exit(1);
}
if (!buildFirst()) process.exit(1);
runJest('test/browser/jest.config.mjs', process.argv.slice(2), { CHROMIUM_PATH: CHROMIUM });
