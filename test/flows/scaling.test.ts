/** The calculator of docs/scaling.md: its arithmetic, its command, and that the document has its tables. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { calculate, COSTS } from '../../scripts/scaling/calculation.mjs';
import { needsTable, withTables } from '../../scripts/scaling/table.mjs';

const run = promisify(execFile);
/** One prediction a second at peak. */
const LOAD = { predictionsPerDay: 86_400, polls: 0, outputKb: 0, peak: 1 };

it('adds up the operations of a prediction, with half of each core free', () => {
  const need = calculate({ ...LOAD, polls: 4, enginePolls: 3 });
  const { create, poll, run: work, enginePoll } = COSTS;
  expect(need.perSecond).toBe(1);
  expect(need.requests).toBe(5);
  expect(need.apiCores).toBeCloseTo(2e-6 * (create.service + 4 * poll.service), 12);
  expect(need.workerCores).toBeCloseTo(2e-6 * (work.service + 3 * enginePoll.service), 12);
  expect(need.postgresCores).toBeCloseTo(
    2e-6 * (create.postgres + 4 * poll.postgres + work.postgres + 3 * enginePoll.postgres),
    12,
  );
  expect(need.flushes).toBe(create.flushes + 4 * poll.flushes + work.flushes + 3 * enginePoll.flushes);
  expect(need.walBytes).toBe(create.wal + 4 * poll.wal + work.wal + 3 * enginePoll.wal);
  expect(need.walBytesPerDay).toBe(86_400 * need.walBytes);
  expect(need.keptBytesPerYear).toBe(86_400 * 365 * (create.kept + work.kept));
});

it('plans for the busiest hour and keeps a day and a year by the mean', () => {
  const [mean, busy] = [calculate(LOAD), calculate({ ...LOAD, peak: 4 })];
  expect(busy.perSecond).toBe(4 * mean.perSecond);
  expect(busy.walBytesPerDay).toBe(mean.walBytesPerDay);
  expect(busy.keptBytesPerYear).toBe(mean.keptBytesPerYear);
});

it('counts a process for each begun core of the API and of workers, and the connections of each', () => {
  expect(calculate(LOAD)).toMatchObject({ processes: 2, connections: 24 });
  const large = calculate({ ...LOAD, predictionsPerDay: 86_400 * 10_000 });
  expect(large.processes).toBe(Math.ceil(large.apiCores) + Math.ceil(large.workerCores));
  expect(large.processes).toBeGreaterThan(2);
});

it('stores outputs for their days, and a load without outputs stores none', () => {
  expect(calculate({ ...LOAD, outputKb: 10, retentionDays: 2 }).outputBytes).toBe(86_400 * 10_000 * 2);
  expect(calculate(LOAD).outputBytes).toBe(0);
  expect(calculate({ ...LOAD, outputKb: 1 }).workerCores).toBeGreaterThan(calculate(LOAD).workerCores);
});

it('names the ceiling that is nearest', () => {
  expect(calculate({ ...LOAD, polls: 100 }).first.name).toBe('row of the platform budget');
  expect(calculate({ ...LOAD, predictionsPerDay: 86_400 * 10_000, outputKb: 500 }).first.share).toBeCloseTo(
    10_000 / 18_000,
    6,
  );
});

it('docs/scaling.md has the tables that the calculator makes', async () => {
  const document = await readFile('docs/scaling.md', 'utf8');
  expect(withTables(document)).toBe(document);
});

it('scripts/scaling.mjs prints the table of a load, and rejects what is no number', async () => {
  const scaling = (...options: string[]) => run(process.execPath, ['scripts/scaling.mjs', ...options]);
  const { stdout } = await scaling('--predictions-per-day', '250000', '--polls', '2');
  expect(stdout.trim()).toBe(needsTable([{ predictionsPerDay: 250_000, polls: 2 }]));
  await expect(scaling('--polls', 'many')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('many'),
  });
});
