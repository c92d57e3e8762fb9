// Remembers which lanes have passed whole at a commit, in reports/check. `npm run check` goes on from there and publishes it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { root } from '../build-first.mjs';

export const STATES = join(root, 'reports/check');
/** The page of the results. */
export const PAGE = 'docs/check.md';

/** Returns what differs from the commit, but for the page of the results. */
export const changedFiles = () =>
  git('status', '--porcelain', '--untracked-files=no', '--', '.', `:!${PAGE}`);

export class PassedLanes {
  /** Reads what has passed at this commit. */
  static atHead() {
    const commit = git('rev-parse', 'HEAD');
    const machine = {
      cores: availableParallelism(),
      processor: cpus()[0]?.model ?? 'unknown',
      memoryGb: Math.round(totalmem() / 2 ** 30),
      node: process.version,
    };
    return new PassedLanes(read(fileOf(commit)) ?? { commit, machine, lanes: {} });
  }

  /** Returns what has passed at the commit at which a lane has passed last; null when none has. */
  static last() {
    mkdirSync(STATES, { recursive: true });
    const files = readdirSync(STATES)
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(STATES, name))
      .sort((one, other) => statSync(one).mtimeMs - statSync(other).mtimeMs);
    return files.length > 0 ? new PassedLanes(read(files.at(-1))) : null;
  }

  constructor(state) {
    this.state = state;
  }

  /** @returns the result of a lane; undefined when it has not passed */
  of(name) {
    return this.state.lanes[name];
  }

  add({ name, seconds, passed, isUnsteady }) {
    const at = new Date().toISOString();
    this.state.lanes[name] = { seconds: Math.round(seconds), passed, failed: 0, isUnsteady, at };
    mkdirSync(STATES, { recursive: true });
    const draft = `${fileOf(this.state.commit)}.draft`;
    writeFileSync(draft, `${JSON.stringify(this.state, null, 2)}\n`);
    renameSync(draft, fileOf(this.state.commit));
  }
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

const fileOf = (commit) => join(STATES, `${commit}.json`);

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}
