/** A limit store in memory, exact to the millisecond: the reference of the contract. */
import {
  type Budget,
  type BudgetRequest,
  type BudgetVerdict,
  LimitStore,
} from '../../src/admission/index.js';
import { WINDOW_SECONDS } from '../../src/platform/limits/index.js';

const WINDOW_MS = WINDOW_SECONDS * 1_000;

/** What several stores share. */
export class SharedBudgets {
  /** Added to the clock. */
  aheadMs = 0;
  /** Times of the requests in each window, oldest first. */
  readonly times = new Map<string, number[]>();

  now(): number {
    return performance.now() + this.aheadMs;
  }
}

export class MemoryLimitStore extends LimitStore {
  constructor(protected readonly budgets: SharedBudgets) {
    super();
  }

  override take(requests: readonly BudgetRequest[]): Promise<BudgetVerdict[]> {
    return Promise.resolve(requests.map((request) => this.takeOne(request)));
  }

  override used(subjects: readonly string[]): Promise<number[]> {
    return Promise.resolve(subjects.map((subject) => this.recent(subject).length));
  }

  private takeOne({ own, platform, isCounted }: BudgetRequest): BudgetVerdict {
    const verdict = this.isFull(own) ? 'own' : this.isFull(platform) ? 'platform' : 'admitted';
    if (verdict === 'admitted' && isCounted)
      for (const { subject } of [own, platform]) this.recent(subject).push(this.budgets.now());
    const decisive = verdict === 'platform' && isCounted ? platform : own;
    return {
      verdict,
      remaining: Math.max(0, own.limit - this.recent(own.subject).length),
      resetSeconds: this.isFull(decisive) ? this.resetSeconds(decisive) : 0,
    };
  }

  private isFull({ subject, limit }: Budget): boolean {
    return this.recent(subject).length >= limit;
  }

  private resetSeconds({ subject, limit }: Budget): number {
    const times = this.recent(subject);
    const leavesAt = (times[times.length - limit] ?? this.budgets.now()) + WINDOW_MS;
    return Math.max(1, Math.ceil((leavesAt - this.budgets.now()) / 1_000));
  }

  private recent(subject: string): number[] {
    const since = this.budgets.now() - WINDOW_MS;
    const times = (this.budgets.times.get(subject) ?? []).filter((time) => time > since);
    this.budgets.times.set(subject, times);
    return times;
  }
}
