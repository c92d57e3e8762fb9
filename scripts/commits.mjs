// `npm run lane -- commits`: checks commit subjects against CONTRIBUTING.md: conventional, at most 72 characters, the scope a folder.
// Checks the commits since this file was added, as far as the checkout's history goes. With a file as argument
// (`node scripts/commits.mjs .git/COMMIT_EDITMSG`) it checks that message only, as a commit-msg hook.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SELF = 'scripts/commits.mjs';
const MAX_LENGTH = 72;
const MOST_COMMITS = 200;
const TYPES = ['feat', 'fix', 'perf', 'refactor', 'docs', 'test', 'build', 'ci', 'chore', 'style', 'revert'];
const SUBJECT = new RegExp(`^(?:${TYPES.join('|')})(?:\\((?<scope>[^()]+)\\))?!?: (?<summary>\\S.*)$`);
/** A scope is a folder of the repository, or one below these. */
const PARENTS = ['', 'src/', 'packages/', 'test/'];

/**
 * @param {string} message subject, and where there is a body an empty line and the body
 * @param {Set<string>} folders that a scope may name
 * @returns {string[]} what is wrong with it
 */
export function complaintsOf(message, folders) {
  const [subject, second = ''] = message.trimEnd().split('\n');
  const complaints = [];
  const parts = SUBJECT.exec(subject)?.groups;
  if (!parts) complaints.push(`is not "<type>(<folder>): <summary>" with a type of ${TYPES.join(', ')}`);
  else if (parts.scope !== undefined && !folders.has(parts.scope))
    complaints.push(`its scope "${parts.scope}" is no folder of the repository, src/, packages/ or test/`);
  if (parts?.summary.endsWith('.')) complaints.push('ends with a full stop');
  const { length } = [...subject];
  if (length > MAX_LENGTH) complaints.push(`has ${length} characters, at most ${MAX_LENGTH} are allowed`);
  if (second !== '') complaints.push('has no empty line before its body');
  return complaints;
}

const git = (...args) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/** Returns the folders of a commit: a scope stays valid when its folder is renamed later. */
function foldersIn(commit) {
  const below = (parent) => {
    try {
      return git('ls-tree', '-d', '--name-only', `${commit}:${parent}`).split('\n');
    } catch {
      return [];
    }
  };
  // A document of the root is a scope as well: docs(changelog).
  const documents = git('ls-tree', '--name-only', commit)
    .split('\n')
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -3).toLowerCase());
  return new Set([...PARENTS.flatMap(below).filter(Boolean), ...documents]);
}

function commitsToCheck() {
  const [added] = git('log', '--diff-filter=A', '--format=%H', '--', SELF).trim().split('\n');
  const range =
    added && git('rev-list', '--parents', '-n', '1', added).trim().includes(' ') ? `${added}^..HEAD` : 'HEAD';
  const log = git('log', '--no-merges', `--max-count=${MOST_COMMITS}`, '--format=%H%n%B%x00', range);
  return log
    .split('\0')
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map((entry) => ({
      commit: entry.slice(0, entry.indexOf('\n')),
      message: entry.slice(entry.indexOf('\n') + 1),
    }));
}

function hasHistory() {
  try {
    git('rev-parse', 'HEAD');
    return true;
  } catch {
    return false;
  }
}

function main([file]) {
  if (!hasHistory()) {
    console.log('no commits are checked: this is no checkout of git');
    return 0;
  }
  const commits = file
    ? [{ commit: 'HEAD', message: readFileSync(file, 'utf8').replace(/^#.*\n?/gm, '') }]
    : commitsToCheck();
  let wrong = 0;
  for (const { commit, message } of commits) {
    for (const complaint of complaintsOf(message, foldersIn(commit))) {
      wrong += 1;
      console.error(`${file ? 'the subject' : commit.slice(0, 9)} "${message.split('\n')[0]}" ${complaint}`);
    }
  }
  if (wrong > 0) return 1;
  if (!file) console.log(`${commits.length} commits have subjects as CONTRIBUTING.md asks`);
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(main(process.argv.slice(2)));
