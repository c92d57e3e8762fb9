// `npm run lane -- alerts`: checks and tests the rules of deploy/prometheus with promtool (Debian's package `prometheus`). Last line:
// `N passed, N failed`, in commands.
import { spawnSync } from 'node:child_process';
import { root } from '../../scripts/build-first.mjs';

const FOLDER = 'deploy/prometheus';
const COMMANDS = [
  ['check', 'rules', `${FOLDER}/offprint.rules.yml`, `${FOLDER}/offprint.alerts.yml`],
  ['test', 'rules', `${FOLDER}/offprint.alerts.test.yml`],
];

let failed = 0;
for (const args of COMMANDS) {
  const { status, error } = spawnSync('promtool', args, { cwd: root, stdio: 'inherit' });
  if (error) console.error(`promtool did not run: ${error.message}. Debian: apt-get install prometheus`);
  if (status !== 0) failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;
console.log(`${COMMANDS.length - failed} passed, ${failed} failed`);
