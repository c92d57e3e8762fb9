// The files of the checkout that differ from its last commit, or from the commit at which it left the main branch.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const MOST_BYTES = 64 * 1024 ** 2;

/**
 * Lists changed and new files, those without a commit too.
 * @param {string} root of the checkout
 * @returns {Promise<string[] | null>} sorted paths below `root`; null where git cannot tell, as in an archive of the sources
 */
export async function changedFiles(root) {
  const git = async (...args) => {
    const { stdout } = await execute('git', args, { cwd: root, maxBuffer: MOST_BYTES });
    return stdout;
  };
  /** Names end with NUL: they may have spaces and line breaks. */
  const names = async (...args) => (await git(...args)).split('\0').filter((name) => name !== '');
  const difference = ['diff', '--name-only', '--relative', '--no-renames', '-z'];
  try {
    const lists = [
      await names(...difference, 'HEAD'),
      await names('ls-files', '--others', '--exclude-standard', '-z'),
    ];
    const base = await mergeBase(git);
    if (base) lists.push(await names(...difference, base));
    return [...new Set(lists.flat())].filter((name) => existsSync(join(root, name))).sort();
  } catch {
    return null;
  }
}

async function mergeBase(git) {
  for (const branch of ['origin/main', 'main']) {
    const base = await git('merge-base', 'HEAD', branch).catch(() => '');
    if (base !== '') return base.trim();
  }
  return null;
}

/** Returns whether there is a branch main, from which others leave. */
export async function hasMain(root) {
  return execute('git', ['rev-parse', '--verify', '--quiet', 'main'], { cwd: root }).then(
    () => true,
    () => false,
  );
}
