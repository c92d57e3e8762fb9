/**
 * `npm run bench`: measures the service and prints one table. Every row is compared with a floor, the minimal program for the
 * same work, or with a peer, interleaved in the same run. Targets are shown, never asserted. The benchmark installs and starts
 * the references as needed. It also writes the report to reports/bench.json and a chart of the ratios to reports/bench.svg.
 * `--help` lists the options.
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

// The benchmark measures the compiled service, and the modules below import from it.
if (!buildFirst({ quiet: true })) process.exit(1);
const { ROWS } = await import('./rows.mjs');
const { measureAll } = await import('./measure.mjs');

const names = ROWS.map(({ name }) => name);
const unknown = (options.only ?? []).filter((name) => !names.includes(name));
if (unknown.length > 0) {
  throw new Error(`there is no row called ${unknown.join(', ')}; there are ${names.join(', ')}`);
}
const log = (line) => console.error(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${line}`);
const wanted = new Set(options.only ?? names.filter((name) => !options.omitted.includes(name)));
const report = await measureAll({ ...options, wanted, log });

const text = `${tableOf(report.rows)}\n\n${conditionsOf(report)}`;
const chart = chartOf(report);
console.log(`\n${text}\n`);
await writeReport(join(ROOT, 'reports'), report, chart);
if (options.writeDocuments) await writeDocuments(ROOT, report, chart);
log('done');
