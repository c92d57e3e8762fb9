// `npm run prove:publish`: puts the figures of the last run of each trial (reports/prove-<trial>.json) into
// docs/reliability.md, each with the command that repeats it, and the main ones into the README.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, root } from './built.mjs';
import { answerHelp } from './help.mjs';

answerHelp(
  'usage: npm run prove:publish   Puts the figures of the last `npm run prove -- --short` into the documents.',
);

if (!ensureBuilt({ quiet: true })) process.exit(1);
const { putBetween } = await import('../dist/config/index.js');

const names = (await readdir(join(root, 'reports'))).filter((name) => /^prove-\w+\.json$/.test(name)).sort();
const trials = await Promise.all(
  names.map(async (name) => JSON.parse(await readFile(join(root, 'reports', name), 'utf8'))),
);
const unfit = trials.filter(({ passed, scale, tier }) => !passed || scale !== 1 || tier !== 'short');
if (unfit.length > 0) {
  console.error(`not passed, or not the whole short tier: ${unfit.map(({ trial }) => trial).join(' ')}`);
  process.exit(1);
}
const day = new Date().toISOString().slice(0, 10);

const figures = (n) =>
  Object.entries(n)
    .filter(([what]) => !what.startsWith('checks'))
    .map(([what, count]) => `${what}: ${typeof count === 'number' ? count.toLocaleString('en') : count}`)
    .join(' · ');
const rows = trials.map(
  ({ trial, title, n, seconds, seed }) =>
    `| ${trial} | ${title} | ${figures(n)} | ${Math.round(seconds)} s | \`npm run prove -- --only ${trial} --seed ${seed}\` |`,
);
const whole = JSON.parse(await readFile(join(root, 'reports', 'prove.json'), 'utf8'));
const together =
  whole.trials.length === trials.length ? `, ${(whole.seconds / 60).toFixed(1)} min in all` : '';
const table = [
  `Short tier, ${day}, ${availableParallelism()} shared cores, ${trials.length} trials side by side${together}. What a trial took depends on what ran beside it.`,
  '',
  '| Trial | What it does | n | time | again |',
  '| --- | --- | --- | --- | --- |',
  ...rows,
].join('\n');

const of = (name) => trials.find(({ trial }) => trial === name)?.n ?? {};
const summary = [
  `| ${day}, \`npm run prove\` | n | broken promises |`,
  '| --- | --- | --- |',
  `| \`kill -9\` of workers and API under load | ${of('K1').kills} kills, ${of('K1').predictions} predictions | 0 |`,
  `| the process ends at every await between charge and settlement | ${of('K2').cells} crash points | 0 |`,
  `| PostgreSQL crashed under load | ${of('D1').outages} times, ${of('D1').predictions} predictions | 0 |`,
  `| one Idempotency-Key, 100 at once, cut off, killed | ${Object.values(of('P1'))
    .slice(0, 3)
    .reduce((a, b) => a + b, 0)} rounds | 0 |`,
  `| 10× overload of four limits from three processes | ${(of('L1').requests ?? 0).toLocaleString('en')} requests | 0 over |`,
  `| every endpoint × every credential × every scope set | ${(of('A1').cells ?? 0).toLocaleString('en')} cells | 0 |`,
  `| requests fuzzed from the API description | ${(of('F1').requests ?? 0).toLocaleString('en')} | 0 |`,
  `| guards taken out of the code, each seen by a trial | ${of('Q1').guards ?? ''} | all seen |`,
].join('\n');

for (const [file, text] of [
  ['docs/reliability.md', table],
  ['README.md', summary],
]) {
  const path = join(root, file);
  const document = await readFile(path, 'utf8');
  await writeFile(path, putBetween(document, ['<!-- prove:start -->', '<!-- prove:end -->'], text));
}
console.log(`wrote docs/reliability.md and README.md: ${trials.length} trials`);
