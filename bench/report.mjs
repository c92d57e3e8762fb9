/** Shows the rows: one Markdown table for people, one JSON file for machines. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const START = '<!-- bench:start -->';
const END = '<!-- bench:end -->';
const HEAD = [
  [
    'Measured',
    'Result',
    'Of its floor',
    'Floor',
    'p50 ms',
    'p99 ms',
    'CPU µs: service',
    'PostgreSQL',
    'First target',
  ],
  ['---', '---:', '---:', '---', '---:', '---:', '---:', '---:', '---'],
];

export function tableOf(rows) {
  return [...HEAD, ...rows.map(cellsOf)].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cellsOf(row) {
  return [
    row.name,
    row.value === null ? '' : `${number(row.value)} ${row.unit}`,
    row.ratio === undefined ? '' : row.ratio.toFixed(2),
    row.floor ? `${row.floor.name}, ${number(row.floor.perSecond)} /s` : '',
    number(row.p50),
    number(row.p99),
    number(row.cpuServer),
    number(row.cpuDatabase),
    row.target ? `${row.target.text}: ${row.target.reached ? 'reached' : 'not reached'}` : '',
  ];
}

/** Three digits are all that such measurements carry; thousands are shown whole. */
function number(value) {
  if (value === undefined || value === null) return '';
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(value >= 10 ? 3 : 2)));
}

/** Where and how it was measured, in a sentence. */
export function conditionsOf({ machine, rounds, seconds }) {
  return (
    `Measured on ${machine.date} with ${machine.cpus} shared cores, Node.js ${machine.node}, PostgreSQL ${machine.postgres} ` +
    `(embedded, every commit flushed), 64 connections from the same machine; medians of ${rounds} interleaved rounds of ` +
    `${seconds} s (the hot key: bursts of 5,000 polls, below its limit). Absolute figures move with the machine: read the ratios.`
  );
}

export async function writeJson(path, report) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify(report, null, 2)}\n`);
}

/** Replaces what stands between the two marks of the README. */
export async function writeReadme(path, text) {
  const readme = await readFile(path, 'utf8');
  const start = readme.indexOf(START);
  const end = readme.indexOf(END);
  if (start < 0 || end < start) throw new Error(`${path} has no ${START} … ${END}`);
  await writeFile(path, `${readme.slice(0, start + START.length)}\n\n${text}\n\n${readme.slice(end)}`);
}
