/**
 * Remembers where the claims of this process found their first prediction, so that the next ones start there.
 *
 * While a snapshot is held (a backup, a forgotten transaction), the indexes keep the entries of predictions that were settled since, and a
 * claim from the beginning reads them all. Marks are only hints: a claim from the beginning finds what became claimable before a mark. It
 * takes at most 2 % of the time: it is repeated after 50 times its duration, at most 30 s. Without a snapshot every claim starts at the
 * beginning. See docs/decisions/queue-and-fairness.md.
 */

import type { ClaimedPrediction } from '../prediction.js';
import type { FreeCapacity } from './free-capacity.js';
import type { ClaimRow } from './prediction.queue.sql.js';

/** A claim from the beginning is costly if it read more pages than this, besides those of its predictions. */
const MOST_PAGES = 200;
const PAGES_PER_PREDICTION = 5;

/** The share of the time that claims from the beginning take while they are costly. */
const MOST_SHARE = 0.02;
const MAX_PAUSE_MS = 30_000;

/** Statements that were running when a mark was found may commit a prediction before it: the mark is used after them. */
const LAG_MS = 1_000;

/** Null: claims start at the beginning. Times are milliseconds of the database's clock. */
export interface ClaimStart {
  submitsFromMs: number | null;
  pollsFromMs: number | null;
  waitingTag: number | null;
  waitingId: string | null;
}

const BEGINNING: ClaimStart = { submitsFromMs: null, pollsFromMs: null, waitingTag: null, waitingId: null };

export interface PlannedClaim {
  /** It starts at the beginning of every line. */
  isWhole: boolean;
  /** In the order of `free`. */
  starts: ClaimStart[];
  free: readonly FreeCapacity[];
  startedAtMs: number;
}

export type ClaimedRow = ClaimRow & ClaimedPrediction & { fair_tag: number; run_at_ms: number };

interface Waiting {
  fair_tag: number;
  id: string;
}

interface EngineMarks {
  submitsMs: number | null;
  pollsMs: number | null;
  waiting: Waiting | null;
  /** Becomes `waiting` after the lag. */
  nextWaiting: (Waiting & { foundAtMs: number }) | null;
}

export class ClaimMarks {
  private readonly engines = new Map<string, EngineMarks>();
  private isCostly = false;
  private wholeAtMs = 0;

  plan(free: readonly FreeCapacity[]): PlannedClaim {
    const startedAtMs = performance.now();
    const isWhole = !this.isCostly || startedAtMs >= this.wholeAtMs;
    const starts = free.map(({ provider }) => (isWhole ? BEGINNING : this.startOf(provider)));
    return { isWhole, starts, free, startedAtMs };
  }

  /** Marks are used only while claims from the beginning are costly. */
  startOf(provider: string): ClaimStart {
    const marks = this.engines.get(provider);
    if (!this.isCostly || !marks) return BEGINNING;
    const { nextWaiting } = marks;
    if (nextWaiting && performance.now() - nextWaiting.foundAtMs >= LAG_MS) {
      marks.waiting = nextWaiting;
      marks.nextWaiting = null;
    }
    const { submitsMs, pollsMs, waiting } = marks;
    return {
      submitsFromMs: submitsMs === null ? null : submitsMs - LAG_MS,
      pollsFromMs: pollsMs === null ? null : pollsMs - LAG_MS,
      waitingTag: waiting?.fair_tag ?? null,
      waitingId: waiting?.id ?? null,
    };
  }

  /** Moves the marks to the first prediction of each line. @returns the predictions of the claim. */
  record(planned: PlannedClaim, rows: readonly ClaimRow[], maxSubmits: number): ClaimedRow[] {
    const claimed = rows.filter((row): row is ClaimedRow => row.id !== null);
    const { pages, now_ms: nowMs, full_engines: full, busy_engines: busy } = rows[0]!;
    if (planned.isWhole) {
      this.isCostly = pages > MOST_PAGES + PAGES_PER_PREDICTION * claimed.length;
      this.pauseWhole(planned);
    }
    // Begun predictions are claimed before fresh ones.
    const allDueAreClaimed =
      claimed.some(isFresh) || claimed.filter((row) => !isPoll(row)).length < maxSubmits;
    for (const { provider, submits, polls } of planned.free) {
      const marks = this.marksOf(provider);
      const own = claimed.filter((row) => row.provider === provider);
      if (polls > 0) marks.pollsMs = firstRunAt(own.filter(isPoll)) ?? nowMs;
      const due = own.filter((row) => !isPoll(row) && !isFresh(row));
      // When begun predictions of other engines used all submits, or all places of this engine are taken, it is not known
      // whether one is due here.
      const isLimited = full.includes(provider) || busy.includes(provider);
      if (submits > 0 && !isLimited && (due.length > 0 || allDueAreClaimed))
        marks.submitsMs = firstRunAt(due) ?? nowMs;
      const [first] = own.filter(isFresh).sort(inFairOrder);
      if (first) recordWaiting(marks, first);
    }
    return claimed;
  }

  /** A costly claim that failed, for instance because it took too long, is not repeated at once. */
  recordFailure(planned: PlannedClaim): void {
    if (planned.isWhole) this.pauseWhole(planned);
  }

  private pauseWhole({ startedAtMs }: PlannedClaim): void {
    const nowMs = performance.now();
    this.wholeAtMs = nowMs + Math.min((nowMs - startedAtMs) / MOST_SHARE, MAX_PAUSE_MS);
  }

  private marksOf(provider: string): EngineMarks {
    const known = this.engines.get(provider);
    if (known) return known;
    const marks = { submitsMs: null, pollsMs: null, waiting: null, nextWaiting: null };
    this.engines.set(provider, marks);
    return marks;
  }
}

const inFairOrder = (a: Waiting, b: Waiting): number => a.fair_tag - b.fair_tag || (a.id < b.id ? -1 : 1);

const isPoll = (row: ClaimedRow): boolean => row.provider_ref !== null;

/** Fresh predictions come from the fair queue. */
const isFresh = (row: ClaimedRow): boolean => row.fence === 1 && !isPoll(row);

const firstRunAt = (claimed: ClaimedRow[]): number | null =>
  claimed.length === 0 ? null : Math.min(...claimed.map(({ run_at_ms }) => run_at_ms));

function recordWaiting(marks: EngineMarks, { fair_tag, id }: Waiting): void {
  const isBefore = marks.waiting !== null && inFairOrder({ fair_tag, id }, marks.waiting) < 0;
  if (isBefore) {
    marks.waiting = { fair_tag, id };
    marks.nextWaiting = null;
  } else marks.nextWaiting ??= { fair_tag, id, foundAtMs: performance.now() };
}
