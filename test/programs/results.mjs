// The last result of each program, in reports/programs.json. A run of some of them keeps the results of the others.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../scripts/build-first.mjs';

const FILE = join(root, 'reports/programs.json');

/** @returns results by the name of their program */
export function readResults() {
  try {
    return new Map(JSON.parse(readFileSync(FILE, 'utf8')).map((result) => [result.name, result]));
  } catch {
    return new Map();
  }
}

export function saveResult(result) {
  const all = readResults();
  all.set(result.name, result);
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, `${JSON.stringify([...all.values()], null, 2)}\n`);
}
