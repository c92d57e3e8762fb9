// `npm run prove -- --publish`: writes the figures of the last run of each trial (reports/prove-<trial>.json) to docs/reliability.md,
// each with the command that repeats it.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildFirst, root } from './build-first.mjs';
import { answerHelp } from './help.mjs';

answerHelp(
  'usage: npm run prove -- --publish   Puts the figures of the last `npm run prove -- --short` into docs/reliability.md.',
);

if (!buildFirst({ quiet: true })) process.exit(1);
const { putBetween } = await import('../dist/platform/config/index.js');

/** The tables of docs/reliability.md: reports, marks, and the command that repeats a trial. */
const TABLES = [
  { report: 'prove', marks: 'prove', command: 'npm run prove --', inParallel: true },
  { report: 'cluster', marks: 'cluster', command: 'npm run prove -- --cluster', inParallel: false },
];
const day = new Date().toISOString().slice(0, 10);
const readReport = async (name) => JSON.parse(await readFile(join(root, 'reports', name), 'utf8'));

const figures = (n) =>
  Object.entries(n)
    .filter(([what]) => !what.startsWith('checks'))
    .map(([what, count]) => `${what}: ${typeof count === 'number' ? count.toLocaleString('en') : count}`)
    .join(' · ');

/** @returns the table, or null without reports */
async function tableOf({ report, command, inParallel }) {
  const pattern = new RegExp(`^${report}-\\w+\\.json$`);
  const names = (await readdir(join(root, 'reports'))).filter((name) => pattern.test(name)).sort();
  if (names.length === 0) return null;
  const trials = await Promise.all(names.map(readReport));
  const unfit = trials.filter(({ passed, scale, tier }) => !passed || scale !== 1 || tier !== 'short');
  if (unfit.length > 0) {
    console.error(`not passed, or not the whole short tier: ${unfit.map(({ trial }) => trial).join(' ')}`);
    process.exit(1);
  }
  const rows = trials.map(
    ({ trial, title, n, seconds, seed }) =>
      `| ${trial} | ${title} | ${figures(n)} | ${Math.round(seconds)} s | \`${command} --only ${trial} --seed ${seed}\` |`,
  );
  const whole = await readReport(`${report}.json`);
  const together =
    whole.trials.length === trials.length ? `, ${(whole.seconds / 60).toFixed(1)} min in all` : '';
  const order = inParallel
    ? ' in parallel'
    : `, one after the other (the machine was up to ${Math.max(...trials.map(({ slowdown }) => slowdown))} times slower than a quiet one)`;
  const duration = inParallel ? ' The duration of a trial depends on the trials that ran beside it.' : '';
  return [
    `Short tier, ${day}, ${availableParallelism()} shared cores, ${trials.length} trials${order}${together}.${duration}`,
    '',
    '| Trial | What it does | n | time | again |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

const path = join(root, 'docs/reliability.md');
let document = await readFile(path, 'utf8');
for (const one of TABLES) {
  const table = await tableOf(one);
  if (!table) continue;
  document = putBetween(document, [`<!-- ${one.marks}:start -->`, `<!-- ${one.marks}:end -->`], table);
  console.log(`docs/reliability.md: the table of ${one.report}`);
}
await writeFile(path, document);
