import { Injectable } from '@nestjs/common';
import { Catalogue } from '../../../catalogue/index.js';
import { toCredits } from '../../../credits/index.js';
import { QueueState } from '../../../generation/index.js';
import { Database, firstIdAt } from '../../../platform/database/index.js';
import { DRIFT_MS } from '../../id-times.js';
import type {
  AdminOverviewBody,
  OverviewFigures,
  OverviewLoad,
  OverviewModel,
  OverviewPayments,
} from './overview.dto.js';
import { type OverviewRange, previousOf, stepOf, wholeDays } from './overview.query.js';
import {
  MAX_PAYMENTS,
  MAX_UNSUMMED,
  NEW_ACCOUNTS,
  OVERVIEW,
  type OverviewRow,
  PAYMENTS_OF_RANGE,
  type PaymentsRow,
  type SummedFigure,
} from './overview.sql.js';
import { engineCostOf } from './overview-costs.js';

const OF_PREDICTIONS = new Set<string>(['charge', 'capture', 'refund']);
const MOST_MODELS = 100;
const MOST_ERRORS = 10;

/** Owners in the lane of lists: see `Database.list`. The two ranges are read at once. */
const OWNERS = { current: 'overview.current', previous: 'overview.previous' };

/** Reads sums of the ledger: the time grows with the days of the range, its models and its active accounts, not with the predictions. */
@Injectable()
export class OverviewReader {
  constructor(
    private readonly database: Database,
    private readonly catalogue: Catalogue,
    private readonly queue: QueueState,
  ) {}

  async read(range: OverviewRange): Promise<AdminOverviewBody> {
    const [current, previous, load] = await Promise.all([
      this.readRange(OWNERS.current, range),
      this.readRange(OWNERS.previous, previousOf(range)),
      this.readLoad(),
    ]);
    const { row } = current;
    const owed = movedBy(row, 'debt');
    return {
      success: true,
      isComplete: Math.max(row.unsummed, previous.row.unsummed) <= MAX_UNSUMMED,
      current: current.figures,
      previous: previous.figures,
      step: stepOf(range),
      series: seriesOf(row),
      models: current.models
        .toSorted((one, other) => other.credits - one.credits || (one.modelKey < other.modelKey ? -1 : 1))
        .slice(0, MOST_MODELS),
      errors: row.by_value
        .filter(({ figure }) => figure === 'failure')
        .toSorted((one, other) => other.entries - one.entries || (one.value < other.value ? -1 : 1))
        .slice(0, MOST_ERRORS)
        .map(({ value, entries }) => ({ code: value || null, count: entries })),
      load,
      outstanding: toCredits(
        movedBy(row, 'grant') +
          movedBy(row, 'adjustment') +
          owed -
          sumOf(row.of_all_times, 'expiry', 'capture'),
      ),
      owed: toCredits(owed),
    };
  }

  private async readRange(owner: string, range: OverviewRange) {
    const { from, to } = range;
    const days = stepOf(range) === 'hour' ? { from: to, to } : wholeDays(range);
    const created = {
      ...range,
      firstId: firstIdAt(from.getTime() - DRIFT_MS),
      endId: firstIdAt(to.getTime() + DRIFT_MS + 1),
    };
    const [[row], [accounts], payments] = await Promise.all([
      this.database.list(owner, OVERVIEW, {
        ...range,
        firstDay: days.from,
        endOfDays: days.to,
        step: `1 ${stepOf(range)}`,
      }),
      this.database.list(owner, NEW_ACCOUNTS, created),
      this.database.list(owner, PAYMENTS_OF_RANGE, created),
    ]);
    const models = modelsOf(row!, this.catalogue);
    const figures: OverviewFigures = {
      from: from.toISOString(),
      to: to.toISOString(),
      ...countsOf(row!.by_value),
      ...marginOf(row!.by_value, this.catalogue),
      granted: toCredits(sumOf(row!.by_value, 'grant')),
      adjusted: toCredits(signed(row!.by_value, 'adjustment')),
      expired: toCredits(sumOf(row!.by_value, 'expiry')),
      payments: showPayments(payments),
      newAccounts: accounts!.added,
      activeAccounts: row!.active,
    };
    return { row: row!, models, figures };
  }

  private async readLoad(): Promise<OverviewLoad> {
    const { isComplete, engines } = await this.queue.queue();
    const sum = (state: 'running' | 'waiting') => engines.reduce((total, engine) => total + engine[state], 0);
    return { waiting: sum('waiting'), running: sum('running'), isComplete };
  }
}

type Amounts = readonly { figure: string; amount: string }[];
type Values = OverviewRow['by_value'];

const sumOf = (rows: Amounts, ...figures: string[]): bigint =>
  rows.reduce((sum, row) => (figures.includes(row.figure) ? sum + BigInt(row.amount) : sum), 0n);

const entriesOf = (rows: readonly SummedFigure[], wanted: SummedFigure['figure']): number =>
  rows.reduce((sum, { figure, entries }) => (figure === wanted ? sum + entries : sum), 0);

/** Entries of a kind count with what they moved into wallets, less what they moved out. */
function signed(rows: readonly { figure: string; value: string; amount: string }[], kind: string): bigint {
  const ofKind = rows.filter(({ figure }) => figure === kind);
  const into = ofKind.filter(({ value }) => value === 'wallet');
  return 2n * sumOf(into, kind) - sumOf(ofKind, kind);
}

const movedBy = (row: OverviewRow, kind: string) => signed(row.of_all_times, kind);

function countsOf(rows: readonly SummedFigure[]) {
  return {
    count: entriesOf(rows, 'charge'),
    completed: entriesOf(rows, 'capture'),
    failed: entriesOf(rows, 'refund'),
    credits: toCredits(sumOf(rows, 'charge')),
    refunded: toCredits(sumOf(rows, 'refund')),
  };
}

/** Null with the cost of one model unknown: a partial sum would look like a result. */
function marginOf(rows: Values, catalogue: Catalogue): { engineCost: number | null; margin: number | null } {
  const captures = rows.filter(({ figure, entries }) => figure === 'capture' && entries > 0);
  const cost = engineCostOf(
    captures.map(({ value, entries, amount }) => ({
      modelKey: value,
      completed: entries,
      earned: BigInt(amount),
    })),
    catalogue,
  );
  if (cost === null) return { engineCost: null, margin: null };
  return { engineCost: toCredits(cost), margin: toCredits(sumOf(captures, 'capture') - cost) };
}

function modelsOf({ by_value: rows }: OverviewRow, catalogue: Catalogue): OverviewModel[] {
  return [...groupsOf(rows, ({ value }) => value)].map(([modelKey, figures]) => ({
    modelKey,
    ...countsOf(figures),
    ...marginOf(figures, catalogue),
  }));
}

function seriesOf({ by_step: rows }: OverviewRow) {
  return [...groupsOf(rows, ({ at }) => at)]
    .toSorted(([one], [other]) => one - other)
    .map(([at, figures]) => ({ at: new Date(at).toISOString(), ...countsOf(figures) }));
}

function groupsOf<R extends SummedFigure, K>(rows: readonly R[], keyOf: (row: R) => K): Map<K, R[]> {
  const groups = new Map<K, R[]>();
  for (const row of rows) {
    if (!OF_PREDICTIONS.has(row.figure)) continue;
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

function showPayments(rows: readonly PaymentsRow[]): OverviewPayments | null {
  if ((rows[0]?.counted ?? 0) > MAX_PAYMENTS) return null;
  const sum = (column: 'credits' | 'taken_back') =>
    rows.reduce((total, row) => total + BigInt(row[column]), 0n);
  return {
    items: rows.map(({ currency, payments, paid, reversed }) => ({
      currency,
      count: payments,
      amount: Number(paid),
      reversed: Number(reversed),
    })),
    credits: toCredits(sum('credits')),
    takenBack: toCredits(sum('taken_back')),
  };
}
