// `npm run lane -- deploy`: the files of deploy/ and the workflows, each by what can be run or read of it here. Compose and Kubernetes
// files against the published schemas, systemd's by systemd-analyze, workflows by actionlint; HAProxy's and the dashboard's in a real
// installation. Last line: `N passed, N failed`. `-- --render` renders deploy/kubernetes again, after a change of it.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildFirst } from '../../scripts/build-first.mjs';
import { answerHelp } from '../../scripts/help.mjs';
import { runNodeTests } from '../../scripts/run-node-tests.mjs';
import { render } from './rendered.mjs';

answerHelp(
  'usage: npm run lane -- deploy [<name> | --render]   Checks the files of deploy/, or renders those of Kubernetes.',
);

const HERE = fileURLToPath(new URL('./', import.meta.url));
const [argument = ''] = process.argv.slice(2);
if (argument === '--render') await render();
else if (!buildFirst({ quiet: true })) process.exitCode = 1;
else {
  const files = readdirSync(HERE).filter((name) => name.endsWith('.test.mjs') && name.includes(argument));
  // A starved machine needs minutes for the restarts of the installation.
  await runNodeTests(
    files.map((file) => HERE + file),
    { timeout: 400_000 },
  );
}
