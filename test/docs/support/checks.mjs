// Decides how each block is checked. Every block is run, compiled, compared or parsed; one that is none of these is a failure.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { commandsOf } from '../../support/blocks.mjs';
import { checkCommits, checkIni, checkJson, checkMermaid, checkSql, checkYaml } from './data.mjs';
import { assertSays, elsewhere, PAGES } from './elsewhere.mjs';
import { runBlocks } from './programs.mjs';

const RUN = 'run';
const DATA = {
  yaml: { way: 'parsed', check: checkYaml },
  json: { way: 'parsed', check: checkJson },
  ini: { way: 'parsed', check: checkIni },
  mermaid: { way: 'parsed', check: checkMermaid },
  sql: { way: RUN, check: checkSql },
};
const PROGRAMS = new Set(['sh', 'python', 'ts', 'js']);
/** `<!-- block: compiled, not run: … -->` above a program of TypeScript that needs what is not on this machine. */
const COMPILED = /^compiled, not run: \S/;
/** `<!-- block: subjects of commits -->` above text. */
const COMMITS = 'subjects of commits';

/** @returns whether a block is TypeScript that is compiled here. */
export const isCompiled = ({ page, language }) => language === 'ts' && !(page in PAGES);

/**
 * @param blocks of one page.
 * @param context `{ scratch, environment(page), query(sql), errorsOf(page, line), compiled(page, line) }`
 * @returns `{ checks, ways }`: what is to be run, `{ name, check() }`; and of each block `{ language, way }`.
 */
export function planChecks(blocks, context) {
  const plans = blocks.map((block) => ({ block, ...planBlock(block, context) }));
  const checks = plans
    .filter(({ check }) => check)
    .map(({ block, check }) => ({
      name: `${block.page}:${block.line} ${block.language || 'no language'}`,
      check,
    }));
  const [{ page } = {}] = blocks;
  if (page in PAGES)
    checks.push({ name: `${page}: all by ${PAGES[page]}`, check: async () => assertSays(PAGES[page], page) });
  for (const language of PROGRAMS) {
    const programs = plans.filter(({ block, way }) => way === RUN && block.language === language);
    if (programs.length === 0) continue;
    const own = programs.map(({ block }) => block);
    checks.push({
      name: `${own[0].page}: ${own.length} × ${language}, run`,
      check: () => runBlocks(own, context),
    });
  }
  return { checks, ways: plans.map(({ block, way }) => ({ language: block.language, way })) };
}

function planBlock(block, context) {
  const { page, line, language, text, note } = block;
  if (page in PAGES) return { way: 'run by another test' };
  if (language in DATA) {
    const { way, check } = DATA[language];
    return { way, check: async () => check(block, context) };
  }
  if (language === 'text' && note === COMMITS)
    return { way: 'parsed', check: async () => checkCommits(block) };
  if (language === 'sh') return planShell(block);
  if (language === 'ts')
    return {
      way: note && COMPILED.test(note) ? 'compiled' : RUN,
      check: async () => assert.deepEqual(context.errorsOf(page, line), []),
    };
  if (PROGRAMS.has(language)) return { way: RUN };
  return { way: 'not checked', check: async () => assert.fail(`is neither run nor checked:\n${text}`) };
}

/** A block of commands is run, or each of its commands is one that other tests run or that is compared. */
function planShell({ page, text }) {
  const commands = commandsOf(text);
  const others = commands.map(elsewhere);
  if (others.every((other) => other === null)) return { way: RUN };
  const check = async () => {
    execFileSync('bash', ['-n', '-c', text], { stdio: 'pipe' });
    for (const [at, other] of others.entries()) {
      assert.ok(
        other,
        `${page}: stands among commands that are not run, and nothing runs it: ${commands[at]}`,
      );
      other.check();
    }
  };
  const ways = new Set(others.map((other) => other?.way));
  return { way: ways.size === 1 ? others[0].way : 'compared', check };
}
