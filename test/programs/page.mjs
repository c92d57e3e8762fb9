// docs/programs.md: of the table and of the last result of each program. The lines that the page shows are the files that were run.
import { readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { root } from '../../scripts/build-first.mjs';
import { formatted } from '../../scripts/formatted.mjs';
import { ABSENT } from './absent.mjs';
import { ALIASES } from './aliases.mjs';
import { installationOf } from './registries.mjs';
import { readResults } from './results.mjs';
import { SECTIONS } from './table.mjs';

const PAGE = 'docs/programs.md';
/** How a comment begins in the language of a program. */
const COMMENTS = { '.py': '#', '.sh': '#' };

/** Writes the page from the last result. */
export async function writePage() {
  writeFileSync(join(root, PAGE), await formatted(PAGE, pageOf(readResults())));
  console.log(`wrote ${PAGE}`);
}

/** @throws when the page does not show a program of the table as it is run, or says another thing of what is known not to work. */
export function checkPage() {
  const page = readFileSync(join(root, PAGE), 'utf8');
  for (const [, programs] of SECTIONS)
    for (const program of programs) {
      if (!page.includes(`| ${program.name} `)) throw new Error(`${PAGE} does not have ${program.name}`);
      const lines = linesOf(program)
        .split('\n')
        .map((line) => line.trim());
      if (!lines.every((line) => page.includes(line)))
        throw new Error(`${PAGE} shows other lines of ${program.name}: write it anew`);
    }
}

function pageOf(results) {
  const parts = [INTRODUCTION];
  for (const [heading, programs] of SECTIONS)
    parts.push(`## ${heading}`, tableOf(programs, results), ...setupsOf(programs));
  parts.push(
    '## Not tried',
    'These are not in the table, or a part of them is not, for the reason beside them.',
  );
  parts.push(table([['Program', 'Why'], ...ABSENT]));
  return `${parts.join('\n\n')}\n`;
}

function tableOf(programs, results) {
  const rows = programs.map(({ name, does, open }) => {
    const result = results.get(name);
    const works =
      result?.problem === null ? 'yes' : result ? `no: ${open?.why ?? 'see the lane'}` : 'not run yet';
    return [name, result?.version ?? '–', result?.date ?? '–', does, works];
  });
  return table([['Program', 'Version', 'Date', 'What is done', 'Works'], ...rows]);
}

/**
 * Programs with the same lines are shown once. The page is part of the manual in every package: one block for each, without a heading,
 * and without the markup of a highlighted language.
 */
function setupsOf(programs) {
  return [...groupsOf(programs)].map(([file, [first, ...others]]) => {
    const setup = [
      ...installationOf(first).split('\n'),
      ...(first.description ? ['curl -sSf -o openapi.json "$OFFPRINT_URL/api/openapi.json"'] : []),
      ...(first.setup ?? []),
    ];
    const comment = COMMENTS[extname(file)] ?? '//';
    const names = [first, ...others].map(({ name }) => name).join(', ');
    const before = setup.map((line) => `${comment} ${line.replace(/^# /, '')}`).join('\n');
    return `**${names}**\n\n\`\`\`text\n${before}\n${linesOf(first)}\n\`\`\``;
  });
}

function groupsOf(programs) {
  const groups = new Map();
  for (const program of programs)
    groups.set(program.program, [...(groups.get(program.program) ?? []), program]);
  return groups;
}

const linesOf = ({ program }) => readFileSync(new URL(program, import.meta.url), 'utf8').trim();
const table = ([head, ...rows]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

const INTRODUCTION = `# Programs

Other people's programs, each installed from its registry and run unmodified against the built-in engine. \`npm run lane -- programs\` runs
them all: the file that comes is decoded and measured, the account has paid the price of what was made and nothing else, and the ledger
is verified after all of them. \`npm run lane -- programs --write-documents\` makes this page of the last result.

Those of OpenAI's interface need [\`@offprint/openai-front\`](../packages/openai-front/README.md). The aliases of the tests:

\`\`\`sh
PLUGINS=@offprint/openai-front
OPENAI_FRONT_ALIASES=${ALIASES}
\`\`\`

Assistants need [\`@offprint/mcp\`](../packages/mcp/README.md); \`OFFPRINT_MCP\` is the path of its program. \`OFFPRINT_FILE\` and \`OFFPRINT_VIDEO\`
are links of outputs. Every program reads \`OFFPRINT_URL\` and \`OFFPRINT_API_KEY\`. The first comment of each says what to install.`;
