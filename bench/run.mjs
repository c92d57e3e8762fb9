/**
 * `npm run bench`: measures the service and prints one table. Every row is held against a floor, the least that could
 * do the same work, measured in turn with it in the same run; first targets stand beside the rows and are never
 * asserted. The report is also written to reports/bench.json.
 *
 *   --quick           3 rounds of 2 s instead of 5 of 5 s: under five minutes
 *   --only a,b        only these: status, create, history, pick-up, start
 *   --history N       predictions in the long history, at least 20,000 (1000000)
 *   --rounds N, --seconds N
 *   --write-readme    puts the table into README.md
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { conditionsOf, tableOf, writeJson, writeReadme } from './report.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const GROUPS = ['status', 'create', 'history', 'pick-up', 'start'];

const { values: given } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: GROUPS.join(',') },
    history: { type: 'string', default: '1000000' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    'write-readme': { type: 'boolean', default: false },
  },
});
const options = {
  wanted: new Set(given.only.split(',')),
  historyRows: Number(given.history),
  rounds: Number(given.rounds ?? (given.quick ? 3 : 5)),
  seconds: Number(given.seconds ?? (given.quick ? 2 : 5)),
  pickUps: given.quick ? 50 : 200,
  log: (line) => console.error(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${line}`),
};
const unknown = [...options.wanted].filter((group) => !GROUPS.includes(group));
if (unknown.length > 0) throw new Error(`there is nothing to measure called ${unknown.join(', ')}`);

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

// What is measured is the compiled service, and the parts below import from it.
execFileSync(process.execPath, [join(ROOT, 'scripts/build.mjs')], { stdio: 'ignore' });
const { measureAll } = await import('./measure.mjs');
const report = await measureAll(options);

const table = tableOf(report.rows);
console.log(`\n${table}\n\n${conditionsOf(report)}\n`);
await writeJson(join(ROOT, 'reports/bench.json'), report);
if (given['write-readme']) await writeReadme(join(ROOT, 'README.md'), `${table}\n\n${conditionsOf(report)}`);
