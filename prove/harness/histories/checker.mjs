// Builds and runs the linearizability checker of recorded histories (prove/histories, Go). Porcupine searches for a sequential order
// of the operations that the model of the object allows. The checker shares neither code nor language with the service.
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../../scripts/build-first.mjs';
import { findOrInstallGo } from '../../../scripts/go.mjs';

const SOURCES = join(root, 'prove/histories');
const TOOLCHAIN = 'go1.23.0';
/** Minimum share of corrupted histories that each model must reject. */
const LEAST_SHARE = 0.8;
/** The same minimum for one kind of corruption: some corrupted histories remain linearizable. */
const LEAST_SHARE_OF_A_KIND = 0.5;
/** Kinds with fewer copies than this are not checked separately. */
const FEWEST = 12;

/** Builds the checker; Go rebuilds only what has changed. @returns its path */
export function buildChecker() {
  const folder = join(root, 'node_modules/.cache/offprint-tests/histories');
  const program = join(folder, 'histories');
  mkdirSync(folder, { recursive: true });
  execFileSync(findOrInstallGo(TOOLCHAIN), ['build', '-o', program, '.'], {
    cwd: SOURCES,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, CGO_ENABLED: '0' },
  });
  return program;
}

/** Checks history files. @returns per model {histories, operations, open, rejected, undecided, corrupted: {kind: {tried, rejected, undecided}}} */
export async function checkHistories(program, files, { seed, corruptions = 3 }) {
  const args = ['-seed', String(seed), '-corruptions', String(corruptions), ...files];
  const { stdout } = await promisify(execFile)(program, args, { maxBuffer: 16 << 20 });
  return JSON.parse(stdout);
}

/** @returns the models that accept too many corrupted histories, with the kinds */
export function tooLenient(tallies) {
  return Object.entries(tallies).flatMap(([model, { corrupted }]) => {
    const kinds = Object.entries(corrupted).filter(([, { tried }]) => tried >= FEWEST);
    const lenient = kinds.filter(([, one]) => shareOf([one]) < LEAST_SHARE_OF_A_KIND);
    const share = shareOf(corrupted);
    return share < LEAST_SHARE || lenient.length > 0 ? [{ model, share, lenient }] : [];
  });
}

/** @returns the share of corrupted histories that were rejected, of those that were checked in time */
export function shareOf(corrupted) {
  const sum = (what) => Object.values(corrupted).reduce((all, one) => all + one[what], 0);
  const checked = sum('tried') - sum('undecided');
  return checked === 0 ? 1 : sum('rejected') / checked;
}
