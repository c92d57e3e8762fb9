/** Options of `npm run bench`. `--quick` uses smaller values. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

const FULL = {
  rounds: 5,
  seconds: 5,
  warmUpSeconds: 3,
  historyRows: 1_000_000,
  tableRows: [100_000, 10_000_000],
  drained: 20_000,
  pickUps: 300,
  waiting: 2_000,
  woken: 300,
  calmSeconds: 15,
  created: 20_000,
  memoryRequests: 1_000_000,
  stored: 500,
  omitted: [],
};
const QUICK = {
  rounds: 2,
  seconds: 1,
  warmUpSeconds: 2,
  historyRows: 100_000,
  tableRows: [10_000, 100_000],
  drained: 4_000,
  pickUps: 40,
  waiting: 2_000,
  woken: 100,
  calmSeconds: 8,
  created: 3_000,
  memoryRequests: 30_000,
  stored: 100,
  // They show what several processes do, which takes more cores than most machines that run this have to spare.
  omitted: ['processes', 'one-port'],
};

export const HELP = `npm run bench -- [options]
  --quick                 shorter rounds, smaller tables, one process of each: five minutes
  --only a,b              only these rows
  --rounds N, --seconds N
  --history N             predictions in the long history, at least 20,000
  --table N               predictions in the large table
  --earlier <directory>   an earlier checkout, built, for the row earlier-build
  --write-documents       puts the rows and the chart into docs/performance.md and README.md`;

/** Parses the options of a run; `only` is null for all rows. */
export function readOptions(args) {
  const { values: given } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      history: { type: 'string' },
      table: { type: 'string' },
      earlier: { type: 'string' },
      'write-documents': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const set = given.quick ? QUICK : FULL;
  const number = (text, otherwise) => (text === undefined ? otherwise : Number(text));
  return {
    ...set,
    quick: given.quick,
    only: given.only ? given.only.split(',') : null,
    rounds: number(given.rounds, set.rounds),
    seconds: number(given.seconds, set.seconds),
    historyRows: number(given.history, set.historyRows),
    tableRows: [set.tableRows[0], number(given.table, set.tableRows[1])],
    earlier: given.earlier ? resolve(given.earlier) : null,
    writeDocuments: given['write-documents'],
    help: given.help,
  };
}
