// Blocks that are programs: those of a page in shell share one bash, those in Python one interpreter, each of JavaScript or
// TypeScript is a file. They find the service in OFFPRINT_URL and OFFPRINT_API_KEY, and start in an empty directory.
import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../../scripts/build-first.mjs';
import { atTheirLines } from '../../support/blocks.mjs';
import { runProgram } from '../../support/run-program.mjs';

const BESIDE = fileURLToPath(new URL('../beside/', import.meta.url));

/** Stops at the first failure and names its line. `npm run` is that of the checkout, against the service's own data. */
const SHELL_HEAD = (page) =>
  [
    `trap 'echo "${page}:$LINENO: failed: $BASH_COMMAND" >&2' ERR`,
    'npm() { if [ "$1" = run ]; then command npm --prefix "$OFFPRINT_CHECKOUT" "$@"; else command npm "$@"; fi; }',
  ].join('; ');

/** Runs the blocks of one language of a page. @throws with the output of a failure, and the line. */
export async function runBlocks(blocks, context) {
  const [{ page, language }] = blocks;
  const env = await context.environment(page);
  const directory = mkdtempSync(join(context.scratch, `${slug(page)}-`));
  if (language === 'sh') return runShell(page, blocks, directory, env);
  if (language === 'python') return runPython(page, blocks, directory, env);
  for (const block of blocks) await runModule(block, directory, env, context);
}

const slug = (page) => page.replace(/\W+/g, '-');

function runShell(page, blocks, cwd, env) {
  const script = `${cwd}.sh`;
  const [, ...lines] = atTheirLines(blocks);
  writeFileSync(script, [SHELL_HEAD(page), ...lines, ''].join('\n'));
  return runProgram('bash', ['-Eeuo', 'pipefail', script], { cwd, env });
}

function runPython(page, blocks, cwd, env) {
  const program = `${cwd}.py`;
  const source = blocks.map((block) => atTheirLines([block]).join('\n'));
  const head =
    'import sys\nfor source in sys.argv[2:]:\n    exec(compile(source, sys.argv[1], "exec"), globals())\n';
  writeFileSync(program, head);
  return runProgram(env.DOCS_PYTHON, [program, page, ...source], { cwd, env });
}

/** A module whose functions a test runner would call is called as it would. */
const LAUNCHER = `const { globalSetup, globalTeardown } = await import(process.argv[1]);
await globalSetup?.();
await globalTeardown?.();`;

async function runModule({ page, line, language, text }, directory, env, context) {
  const file = join(directory, 'test', `line-${line}.mjs`);
  linkPackages(directory);
  cpSync(BESIDE, directory, { recursive: true });
  const code = language === 'ts' ? context.compiled(page, line) : atTheirLines([{ line, text }]).join('\n');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, code);
  const cwd = mkdtempSync(join(context.scratch, 'empty-'));
  try {
    await runProgram(process.execPath, ['--input-type=module', '-e', LAUNCHER, file], { cwd, env });
  } catch (error) {
    throw new Error(`${page}:${line}: ${error.message}`, { cause: error });
  }
}

/** Makes the packages of the checkout resolvable by their published names. */
export function linkPackages(directory) {
  const modules = join(directory, 'node_modules');
  try {
    mkdirSync(modules);
  } catch {
    return;
  }
  for (const name of ['@offprint', '@types', 'openai', 'typeorm', 'yaml'])
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  symlinkSync(root, join(modules, 'offprint'));
}
