// The last result of each program: of reports/programs.json, else of the page. A run of some of them keeps the results of the others.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../scripts/build-first.mjs';

const FILE = join(root, 'reports/programs.json');
const PAGE = join(root, 'docs/programs.md');
/** A row: name, version, date, what is done, whether it works. */
const ROW = /^\| ([^|]+?) +\| ([^|]+?) +\| (\d{4}-\d\d-\d\d) +\| [^|]+\| ([^|]+?) +\|$/gm;

/** @returns results by the name of their program: the newer one of the run here and of the page, which others may have run */
export function readResults() {
  const results = readPage();
  for (const result of readRuns())
    if (result.date >= (results.get(result.name)?.date ?? '')) results.set(result.name, result);
  return results;
}

export function saveResult(result) {
  const all = new Map(readRuns().map((run) => [run.name, run]));
  all.set(result.name, result);
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, `${JSON.stringify([...all.values()], null, 2)}\n`);
}

function readRuns() {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'));
  } catch {
    return [];
  }
}

function readPage() {
  const rows = readFileSync(PAGE, 'utf8').matchAll(ROW);
  return new Map(
    [...rows].map(([, name, version, date, works]) => [
      name,
      { name, version, date, problem: works === 'yes' ? null : works },
    ]),
  );
}
