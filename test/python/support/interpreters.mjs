// The Pythons of this machine that the client supports: on PATH, and those that pyenv has installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const OLDEST = 10;
const NEWEST = 14;

/** @returns `{ path, version: '3.11' }`, null when the program is missing or no Python. */
function probe(path) {
  const program = 'import sys; print(sys.executable, *sys.version_info[:2])';
  const { status, stdout } = spawnSync(path, ['-c', program], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const match = status === 0 && /^(.+) 3 (\d+)\s*$/.exec(stdout);
  if (!match || Number(match[2]) < OLDEST) return null;
  return { path: match[1], version: `3.${match[2]}`, minor: Number(match[2]) };
}

function candidates() {
  const names = Array.from({ length: NEWEST - OLDEST + 1 }, (_, at) => `python3.${OLDEST + at}`);
  const versions = join(process.env.PYENV_ROOT ?? join(homedir(), '.pyenv'), 'versions');
  if (!existsSync(versions)) return names;
  return [...names, ...readdirSync(versions).map((version) => join(versions, version, 'bin/python3'))];
}

function find() {
  const own = probe('python3');
  if (!own) throw new Error(`The Python client is tested with python3, 3.${OLDEST} or newer, on PATH.`);
  const byVersion = new Map([[own.version, own]]);
  for (const other of candidates().map(probe).filter(Boolean))
    if (!byVersion.has(other.version)) byVersion.set(other.version, other);
  const all = [...byVersion.values()].sort((a, b) => a.minor - b.minor);
  return { own, all };
}

let found;

/** @returns `own`, which is python3, and `all`: one of each version, the oldest first. */
export function findInterpreters() {
  return (found ??= find());
}
