/**
 * Calculates what a load needs, from the measured costs of each operation. Pure; docs/scaling.md explains the figures, and
 * `node scripts/scaling.mjs` prints them.
 */

/**
 * Costs of one operation: microseconds of a core of the service and of PostgreSQL, bytes of WAL, statements that end with a
 * flush, bytes that stay in tables and indexes. Measured (docs/scaling.md); the slowest of three days of one machine.
 */
export const COSTS = {
  create: { service: 347, postgres: 377, wal: 2184, flushes: 2, kept: 1150 },
  poll: { service: 237, postgres: 79, wal: 480, flushes: 1, kept: 0 },
  run: { service: 102, postgres: 226, wal: 3016, flushes: 3, kept: 1350 },
  enginePoll: { service: 102, postgres: 52, wal: 1560, flushes: 2, kept: 0 },
  store: { service: 3880, postgres: 0, wal: 0, flushes: 0, kept: 0 },
};

/** Load in the busiest hour over that of the mean one. */
const PEAK = 3;
/** Share of a core that is planned for: latencies stay flat below it, and a process or a node can fail. */
const UTILIZATION = 0.5;
/** Pages that a prediction changes in tables and indexes, if a checkpoint writes each of them. */
const PAGES = 8;
/** `DATABASE_CONNECTIONS` of a process. */
const CONNECTIONS = 12;
const SECONDS_PER_DAY = 86_400;

/** What one installation bears, by its figure at peak. */
export const CEILINGS = [
  {
    name: 'row of the platform budget',
    of: ({ requests }) => requests,
    bears: 18_000,
    unit: 'counted requests/s',
  },
  { name: 'cores of the primary', of: ({ postgresCores }) => postgresCores, bears: 96, unit: 'cores' },
  { name: 'WAL of the primary', of: ({ walBytes }) => walBytes / 1e6, bears: 500, unit: 'MB/s' },
  {
    name: 'connections of the primary',
    of: ({ connections }) => connections,
    bears: 5_000,
    unit: 'connections',
  },
];

/**
 * @param load { predictionsPerDay, polls: status polls per prediction, enginePolls: polls of its engine, outputKb: bytes of
 *   outputs, retentionDays, peak }
 */
export function calculate({
  predictionsPerDay,
  polls,
  enginePolls = 0,
  outputKb = 500,
  retentionDays = 30,
  peak = PEAK,
}) {
  const perDay = sumOf([
    [COSTS.create, 1],
    [COSTS.poll, polls],
    [COSTS.run, 1],
    [COSTS.enginePoll, enginePolls],
    [COSTS.store, outputKb > 0 ? 1 : 0],
  ]);
  const api = sumOf([
    [COSTS.create, 1],
    [COSTS.poll, polls],
  ]);
  const perSecond = (predictionsPerDay / SECONDS_PER_DAY) * peak;
  const coresOf = (microseconds) => (perSecond * microseconds) / 1e6 / UTILIZATION;
  const apiCores = coresOf(api.service);
  const workerCores = coresOf(perDay.service - api.service);
  const processes = atLeastOne(apiCores) + atLeastOne(workerCores);
  const at = {
    perSecond,
    requests: perSecond * (1 + polls),
    apiCores,
    workerCores,
    postgresCores: coresOf(perDay.postgres),
    processes,
    connections: processes * CONNECTIONS,
    /** At most: batches of requests share a statement, and sessions share a flush. */
    flushes: perSecond * perDay.flushes,
    pageWrites: perSecond * PAGES,
    walBytes: perSecond * perDay.wal,
    walBytesPerDay: predictionsPerDay * perDay.wal,
    keptBytesPerYear: predictionsPerDay * perDay.kept * 365,
    outputBytes: predictionsPerDay * outputKb * 1000 * retentionDays,
  };
  const used = CEILINGS.map(({ name, of, bears, unit }) => ({ name, unit, bears, share: of(at) / bears }));
  const [first] = used.sort((a, b) => b.share - a.share);
  return { ...at, first };
}

const atLeastOne = (cores) => Math.max(1, Math.ceil(cores));

function sumOf(operations) {
  const sum = { service: 0, postgres: 0, wal: 0, flushes: 0, kept: 0 };
  for (const [cost, count] of operations)
    for (const name of Object.keys(sum)) sum[name] += cost[name] * count;
  return sum;
}
