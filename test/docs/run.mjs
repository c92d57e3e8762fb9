// `npm run lane -- docs`: every fenced code block of the documents, in the language it is in, against a service that it starts. Prints
// how many blocks of each language were run, compiled, compared and parsed. Last line: `N passed, N failed`.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildFirst, root } from '../../scripts/build-first.mjs';
import { answerHelp } from '../../scripts/help.mjs';
import { installOpenaiPython } from '../../scripts/python-environment.mjs';
import { runNodeTests } from '../../scripts/run-node-tests.mjs';
import { buildDistributions, distribution, removeScratch } from '../python/support/distributions.mjs';

answerHelp(
  'usage: npm run lane -- docs [<part of a page’s path>]   Runs or checks every code block of the documents.',
);

const HERE = fileURLToPath(new URL('./', import.meta.url));
/** Of all pages; each has a bound of its own. */
const FILE_MS = 1_200_000;
const scratch = mkdtempSync(join(tmpdir(), 'offprint-docs-run-'));
process.on('exit', () => {
  removeScratch();
  rmSync(scratch, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

if (!buildFirst({ quiet: true })) process.exit(1);
run('npm', ['run', '--silent', 'build', '-w', 'packages/client']);
installPython();
process.env.DOCS_WAYS = join(scratch, 'ways.json');
process.env.DOCS_ONLY = process.argv[2] ?? '';
const files = readdirSync(HERE).filter((name) => name.endsWith('.test.mjs'));
await runNodeTests(
  files.map((file) => join(HERE, file)),
  { timeout: FILE_MS, concurrency: 1 },
);
if (existsSync(process.env.DOCS_WAYS)) printWays(JSON.parse(readFileSync(process.env.DOCS_WAYS, 'utf8')));

/** Our client is installed beside OpenAI's, as its wheel, with its extra and what it needs. */
function installPython() {
  buildDistributions();
  process.env.DOCS_PYTHON = installOpenaiPython();
  process.env.DOCS_PYTHON_PACKAGES = join(scratch, 'python');
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
  run(process.env.DOCS_PYTHON, [
    ...pip,
    '--target',
    process.env.DOCS_PYTHON_PACKAGES,
    `${distribution('.whl')}[progress]`,
  ]);
}

function run(program, args) {
  execFileSync(program, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
}

function printWays(ways) {
  const count = (all, of) => all.filter(of).length;
  const kinds = [...new Set(ways.map(({ way }) => way))].sort();
  const languages = [...new Set(ways.map(({ language }) => language))].sort();
  const rows = languages.map((language) => {
    const own = ways.filter((one) => one.language === language);
    return {
      language,
      ...Object.fromEntries(kinds.map((kind) => [kind, count(own, ({ way }) => way === kind)])),
    };
  });
  for (const row of [
    { language: 'language', ...Object.fromEntries(kinds.map((kind) => [kind, kind])) },
    ...rows,
  ])
    console.log(
      Object.values(row)
        .map((cell) => String(cell).padEnd(20))
        .join('')
        .trimEnd(),
    );
}
