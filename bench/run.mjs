/**
 * `npm run bench`: measures the service and prints one table. Every row is held against a floor, the least that could
 * do the same work, or against a peer, measured in turn with it in the same run; targets stand beside the rows and are
 * never asserted. What is compared with is installed and started as needed. The report is also written to
 * reports/bench.json, the ratios as a chart to reports/bench.svg. `--help` says what can be chosen.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildFirst } from '../scripts/build-first.mjs';
import { chartOf } from './chart.mjs';
import { HELP, readOptions } from './options.mjs';
import { conditionsOf, tableOf, writeDocuments, writeReport } from './report.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const options = readOptions(process.argv.slice(2));
if (options.help) {
  console.log(HELP);
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

// What is measured is the compiled service, and the parts below import from it.
if (!buildFirst({ quiet: true })) process.exit(1);
const { ROWS } = await import('./rows.mjs');
const { measureAll } = await import('./measure.mjs');

const names = ROWS.map(({ name }) => name);
const unknown = (options.only ?? []).filter((name) => !names.includes(name));
if (unknown.length > 0) {
  throw new Error(`there is no row called ${unknown.join(', ')}; there are ${names.join(', ')}`);
}
const log = (line) => console.error(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${line}`);
const report = await measureAll({ ...options, wanted: new Set(options.only ?? names), log });

const text = `${tableOf(report.rows)}\n\n${conditionsOf(report)}`;
const chart = chartOf(report);
console.log(`\n${text}\n`);
await writeReport(join(ROOT, 'reports'), report, chart);
if (options.writeDocuments) await writeDocuments(ROOT, report, chart);
log('done');
