/** Formats the report as a Markdown table and a JSON file. chart.mjs draws the chart. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const START = '<!-- bench:start -->';
const END = '<!-- bench:end -->';
const CHART = 'docs/bench.svg';
const HEADLINES = [
  'status poll, 1,000 keys',
  'POST /api/generate, 1,000 accounts',
  'pick-up, idle: accepted → engine called',
  'drain 20,000 queued predictions',
  'history of 1,000,000, page 1,000',
];
const COLUMNS = [
  { head: 'Measured', of: (row) => row.name },
  {
    head: 'Result',
    right: true,
    of: ({ value, unit }) => (value === null ? '' : `${number(value)} ${unit}`),
  },
  { head: 'Ratio', right: true, of: ({ ratio }) => (ratio === undefined ? '' : ratio.toFixed(2)) },
  { head: 'Held against', of: ({ floor }) => (floor ? `${floor.name}: ${number(floor.perSecond)} /s` : '') },
  { head: 'p50 ms', right: true, of: ({ p50 }) => number(p50) },
  { head: 'p99 ms', right: true, of: ({ p99 }) => number(p99) },
  { head: 'CPU µs: service', right: true, of: ({ cpuServer }) => number(cpuServer) },
  { head: 'PostgreSQL', right: true, of: ({ cpuDatabase }) => number(cpuDatabase) },
  { head: 'Memory MB', right: true, of: ({ memory }) => number(memory) },
  {
    head: 'Target',
    of: ({ target }) => (target ? `${target.text}: ${target.reached ? 'reached' : 'not reached'}` : ''),
  },
  { head: 'Also', of: ({ note }) => note ?? '' },
];

export const tableOf = (rows) => table(COLUMNS, rows);

/** Returns the table of headline rows. A row with latencies shows them as its result. */
function headlineOf(rows) {
  const [name, result, ratio, heldAgainst] = COLUMNS;
  const latencies = ({ p50, p99 }) => `p50 ${number(p50)} ms, p99 ${number(p99)} ms`;
  const columns = [name, { ...result, of: (row) => result.of(row) || latencies(row) }, ratio, heldAgainst];
  return table(
    columns,
    HEADLINES.map((headline) => rows.find((row) => row.name === headline)).filter(Boolean),
  );
}

function table(columns, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(({ head }) => head)),
    line(columns.map(({ right }) => (right ? '---:' : '---'))),
    ...rows.map((row) => line(columns.map(({ of }) => of(row)))),
  ].join('\n');
}

/** Formats a number with three significant digits, and from 100 on as a whole number. */
export function number(value) {
  if (value === undefined || value === null) return '';
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(value >= 10 ? 3 : 2)));
}

/** Describes machine and method in a sentence. */
export function conditionsOf({ machine, rounds, seconds }) {
  return (
    `Measured on ${machine.date} with ${machine.cpus} shared cores (${machine.processor}), Node.js ${machine.node}, ` +
    `PostgreSQL ${machine.postgres} (embedded, every commit flushed), 64 connections from the same machine; medians of ` +
    `${rounds} interleaved rounds of ${seconds} s (the hot key and the hot account: bursts below their limits). CPU is ` +
    `per request. Absolute figures move with the machine: read the ratios.`
  );
}

/** Writes report and chart into the directory. */
export async function writeReport(directory, report, chart) {
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'bench.json'), `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(join(directory, 'bench.svg'), chart);
}

/** Writes all rows and the chart to docs/performance.md, and the headline rows to README.md. */
export async function writeDocuments(root, report, chart) {
  const all = `![Ratios to their floors and peers](bench.svg)\n\n${tableOf(report.rows)}\n\n${conditionsOf(report)}`;
  await putBetweenMarks(join(root, 'docs/performance.md'), all);
  await putBetweenMarks(join(root, 'README.md'), headlineOf(report.rows));
  await writeFile(join(root, CHART), chart);
}

async function putBetweenMarks(path, text) {
  const document = await readFile(path, 'utf8');
  const start = document.indexOf(START);
  const end = document.indexOf(END);
  if (start < 0 || end < start) throw new Error(`${path} has no ${START} … ${END}`);
  await writeFile(path, `${document.slice(0, start + START.length)}\n\n${text}\n\n${document.slice(end)}`);
}
