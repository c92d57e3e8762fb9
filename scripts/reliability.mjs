// `npm run prove:publish`: writes the figures of the last run of each trial (reports/prove-<trial>.json) to docs/reliability.md,
// each with the command that repeats it.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildFirst, root } from './build-first.mjs';
import { answerHelp } from './help.mjs';

answerHelp(
  'usage: npm run prove:publish   Puts the figures of the last `npm run prove -- --short` into docs/reliability.md.',
);

if (!buildFirst({ quiet: true })) process.exit(1);
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
  `Short tier, ${day}, ${availableParallelism()} shared cores, ${trials.length} trials in parallel${together}. The duration of a trial depends on the trials that ran beside it.`,
  '',
  '| Trial | What it does | n | time | again |',
  '| --- | --- | --- | --- | --- |',
  ...rows,
].join('\n');

const path = join(root, 'docs/reliability.md');
const document = await readFile(path, 'utf8');
await writeFile(path, putBetween(document, ['<!-- prove:start -->', '<!-- prove:end -->'], table));
console.log(`wrote docs/reliability.md: ${trials.length} trials`);
