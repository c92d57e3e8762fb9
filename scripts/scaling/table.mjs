/** Prints needs as a table in Markdown, a column per load. */
import { calculate, COSTS } from './calculation.mjs';

/** The loads of the table in docs/scaling.md, with five status polls per prediction and two with polls of the engine. */
export const DOCUMENTED = [
  { predictionsPerDay: 100_000, polls: 5 },
  { predictionsPerDay: 1_000_000, polls: 5 },
  { predictionsPerDay: 1_000_000, polls: 5, enginePolls: 20 },
  { predictionsPerDay: 10_000_000, polls: 5 },
  { predictionsPerDay: 100_000_000, polls: 5 },
];

const number = (value) =>
  value.toLocaleString('en', {
    maximumFractionDigits: value < 1 ? 2 : value < 10 ? 1 : 0,
    minimumFractionDigits: 0,
  });
const bytes = (value) => {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, value)) / 3)));
  return `${number(value / 1000 ** power)} ${units[power]}`;
};

const LINES = [
  ['polls of its engine each', ({ load }) => number(load.enginePolls ?? 0)],
  ['predictions/s at peak', ({ perSecond }) => number(perSecond)],
  ['counted requests/s at peak', ({ requests }) => number(requests)],
  ['cores of API processes', ({ apiCores }) => number(apiCores)],
  ['cores of workers', ({ workerCores }) => number(workerCores)],
  ['cores of PostgreSQL', ({ postgresCores }) => number(postgresCores)],
  ['processes, one core each', ({ processes }) => number(processes)],
  ['connections', ({ connections }) => number(connections)],
  ['flushes/s, at most', ({ flushes }) => number(flushes)],
  ['page writes/s, at most', ({ pageWrites }) => number(pageWrites)],
  ['WAL/s at peak', ({ walBytes }) => bytes(walBytes)],
  ['WAL per day', ({ walBytesPerDay }) => bytes(walBytesPerDay)],
  ['rows kept per year', ({ keptBytesPerYear }) => bytes(keptBytesPerYear)],
  ['outputs stored', ({ outputBytes }) => bytes(outputBytes)],
  ['nearest ceiling', ({ first }) => `${first.name}, ${number(first.share * 100)} %`],
];

export function needsTable(loads) {
  const needs = loads.map((load) => ({ load, ...calculate(load) }));
  const row = (cells) => `| ${cells.join(' | ')} |`;
  const polls = [...new Set(loads.map((load) => load.polls))].map(number).join(', ');
  return [
    row([
      `predictions per day, ${polls} status polls each`,
      ...loads.map((load) => number(load.predictionsPerDay)),
    ]),
    row(['---', ...loads.map(() => '---:')]),
    ...LINES.map(([name, cell]) => row([name, ...needs.map(cell)])),
  ].join('\n');
}

const NAMES = {
  create: 'a create: admission, debit, prediction, charge',
  poll: 'a status poll: admission, read',
  run: 'a prediction run: claim, intent, settlement',
  enginePoll: 'a poll of its engine: claim, reference',
  store: 'a picture inspected, copied and flushed',
};

export function costsTable() {
  const header =
    '| Operation | Service, µs | PostgreSQL, µs | WAL, bytes | Statements that flush | Kept, bytes |';
  const rows = Object.entries(COSTS).map(
    ([name, cost]) =>
      `| ${[NAMES[name], ...['service', 'postgres', 'wal', 'flushes', 'kept'].map((of) => number(cost[of]))].join(' | ')} |`,
  );
  return [header, '| --- | ---: | ---: | ---: | ---: | ---: |', ...rows].join('\n');
}

/** Replaces what is between the marks `<!-- <name>:start -->` and `<!-- <name>:end -->`. */
export function withTables(document) {
  return [
    ['costs', costsTable()],
    ['needs', needsTable(DOCUMENTED)],
  ].reduce((text, [name, table]) => {
    const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
    const [before, rest] = text.split(start);
    const after = rest?.split(end)[1];
    if (after === undefined) throw new Error(`docs/scaling.md has no ${start} … ${end}`);
    return `${before}${start}\n\n${table}\n\n${end}${after}`;
  }, document);
}
