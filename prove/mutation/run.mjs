// `node prove/mutation/run.mjs [area]`: mutates the code of the areas (areas.mjs), one change at a time, and counts how many
// mutants a unit test detects. The long tier of `npm run prove` runs it within trial Q1.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { installLocked } from '../../scripts/install-locked.mjs';
import { AREAS, LEAST_SCORE } from './areas.mjs';

const HERE = fileURLToPath(new URL('./', import.meta.url));
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const STRYKER = 'node_modules/@stryker-mutator/core/bin/stryker.js';

/** @returns {Promise<object>} Stryker's report of one area, in the format of mutation-testing-elements */
async function mutate(area, log) {
  const child = spawn(process.execPath, [`${HERE}${STRYKER}`, 'run', `${HERE}stryker.config.mjs`], {
    cwd: ROOT,
    env: { ...process.env, MUTATION_AREA: area },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const end = () => child.kill();
  process.once('exit', end);
  createInterface(child.stdout).on('line', (line) => line.trim() && log(`${area}: ${line}`));
  const [code] = await once(child, 'close');
  process.off('exit', end);
  if (code !== 0) throw new Error(`Stryker ended with ${code} in the area ${area}`);
  return JSON.parse(readFileSync(`${ROOT}reports/mutation/${area}.json`, 'utf8'));
}

/**
 * Calculates the score as Stryker does. Mutants that cannot be loaded are not counted; timeouts count as killed; mutants
 * without coverage count as undetected.
 */
function figuresOf(area, report) {
  const mutants = Object.entries(report.files).flatMap(([file, { mutants: all }]) =>
    all.map((mutant) => ({ ...mutant, file })),
  );
  const timedOut = mutants.filter(({ status }) => status === 'Timeout').length;
  const killed = timedOut + mutants.filter(({ status }) => status === 'Killed').length;
  const undetected = mutants
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map(({ file, location, mutatorName, replacement }) => ({
      at: `${file}:${location.start.line}:${location.start.column}`,
      mutatorName,
      replacement,
    }));
  const counted = killed + undetected.length;
  // Rounded down, so that a score of 85 is never reported for less.
  const score = counted === 0 ? 0 : Math.floor((killed / counted) * 1000) / 10;
  return { area, mutants: counted, killed, timedOut, score, undetected };
}

/**
 * @returns {Promise<{area: string, mutants: number, killed: number, timedOut: number, score: number, undetected: object[]}[]>}
 * per area; `killed` includes timeouts
 */
export async function runMutation({ areas = Object.keys(AREAS), log = console.log } = {}) {
  installLocked(HERE, () => log('installing Stryker: npm ci --prefix prove/mutation'));
  const figures = [];
  for (const area of areas) {
    figures.push(figuresOf(area, await mutate(area, log)));
    const { mutants, killed, timedOut, score } = figures.at(-1);
    log(`${area}: ${mutants} mutants, ${killed} killed (${timedOut} by timeout), score ${score} %`);
  }
  return figures;
}

/** Returns the areas below the minimum score. */
export const tooLow = (figures) => figures.filter(({ score }) => score < LEAST_SCORE);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [area] = process.argv.slice(2);
  if (area !== undefined && !(area in AREAS)) {
    console.error(`there is no area named ${area}: ${Object.keys(AREAS).join(', ')}`);
    process.exit(1);
  }
  const figures = await runMutation({ areas: area === undefined ? undefined : [area] });
  for (const { at, mutatorName, replacement } of figures.flatMap(({ undetected }) => undetected))
    console.log(`undetected: ${at} ${mutatorName} → ${replacement.replace(/\s+/g, ' ')}`);
  console.table(figures.map(({ undetected, ...counts }) => counts));
  const low = tooLow(figures).map(({ area: name }) => name);
  if (low.length > 0) console.error(`below ${LEAST_SCORE} %: ${low.join(', ')}`);
  process.exit(low.length === 0 ? 0 : 1);
}
