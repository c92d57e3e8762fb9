// `npm run lane -- openai-clients`: packages/openai-front, called by OpenAI's official clients for Node and for Python, unmodified. The
// service runs as an operator runs it, with the built extension in PLUGINS. The Python client is installed from the configured
// index into an environment of its own, once. Last line: `N passed, N failed`.
import { fileURLToPath } from 'node:url';
import { buildFirst } from '../../scripts/build-first.mjs';
import { answerHelp } from '../../scripts/help.mjs';
import { installOpenaiPython } from '../../scripts/python-environment.mjs';
import { runNodeTests } from '../../scripts/run-node-tests.mjs';

answerHelp(
  'usage: npm run lane -- openai-clients   Calls the OpenAI-compatible routes with the official clients.',
);

/** The service starts its own PostgreSQL, and a slow machine installs the client first. */
const FILE_MS = 600_000;

if (!buildFirst({ quiet: true })) process.exit(1);
process.env.OPENAI_PYTHON = installOpenaiPython();
await runNodeTests([fileURLToPath(new URL('./clients.test.mjs', import.meta.url))], { timeout: FILE_MS });
