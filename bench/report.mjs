/** Shows the rows: one Markdown table for people, one JSON file for machines. The chart is drawn in chart.mjs. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const START = '<!-- bench:start -->';
const END = '<!-- bench:end -->';
const CHART = 'docs/bench.svg';
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

export function tableOf(rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [
    line(COLUMNS.map(({ head }) => head)),
    line(COLUMNS.map(({ right }) => (right ? '---:' : '---'))),
    ...rows.map((row) => line(COLUMNS.map(({ of }) => of(row)))),
  ].join('\n');
}

/** Three digits are all that such measurements carry; thousands are shown whole. */
export function number(value) {
  if (value === undefined || value === null) return '';
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(value >= 10 ? 3 : 2)));
}

/** Where and how it was measured, in a sentence. */
export function conditionsOf({ machine, rounds, seconds }) {
  return (
    `Measured on ${machine.date} with ${machine.cpus} shared cores (${machine.processor}), Node.js ${machine.node}, ` +
    `PostgreSQL ${machine.postgres} (embedded, every commit flushed), 64 connections from the same machine; medians of ` +
    `${rounds} interleaved rounds of ${seconds} s (the hot key and the hot account: bursts below their limits). CPU is ` +
    `per request. Absolute figures move with the machine: read the ratios.`
  );
}

/** Both files of a run, below the directory. */
export async function writeReport(directory, report, chart) {
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'bench.json'), `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(join(directory, 'bench.svg'), chart);
}

/** Replaces what stands between the two marks of the README, and the chart that it shows. */
export async function writeReadme(root, text, chart) {
  const path = join(root, 'README.md');
  const readme = await readFile(path, 'utf8');
  const start = readme.indexOf(START);
  const end = readme.indexOf(END);
  if (start < 0 || end < start) throw new Error(`${path} has no ${START} … ${END}`);
  const shown = `![Ratios to their floors and peers](${CHART})\n\n${text}`;
  await writeFile(path, `${readme.slice(0, start + START.length)}\n\n${shown}\n\n${readme.slice(end)}`);
  await writeFile(join(root, CHART), chart);
}
