import { AppError, validationFailed } from '../platform/errors/index.js';
import type { Plan } from './plan-fields.js';

/** The rate limit that a key is to have, in requests per window. */
export interface AskedRateLimit {
  /** Undefined: the usual one, or the highest if that is less. */
  asked: number | undefined;
  usual: number;
  /** Of the keys of the account: that of its plan, or one of its own instead. */
  highest: number;
}

/** The plans of accounts, and what they allow. */
export class Plans {
  /**
   * @param all in the order of the file. @param defaultKey of the plan of a new account, one of `all`.
   * @param mostRetentionDays days that the installation keeps outputs; a plan can only shorten it.
   */
  constructor(
    readonly all: readonly Plan[],
    readonly defaultKey: string,
    readonly mostRetentionDays = Infinity,
  ) {}

  /** The plans that an account can get, in the same order. */
  get available(): readonly Plan[] {
    return this.all.filter(({ enabled }) => enabled !== false);
  }

  /** The plans that can be bought, in the same order: those with a price, besides the default one. */
  get forSale(): readonly (Plan & Required<Pick<Plan, 'monthlyCredits' | 'price'>>)[] {
    return this.available.flatMap((plan) => {
      const { key, monthlyCredits, price } = plan;
      return key === this.defaultKey || !monthlyCredits || !price ? [] : [{ ...plan, monthlyCredits, price }];
    });
  }

  /** Returns the plan of an account: the default plan for a key that the file has no longer. */
  of(key: string): Plan {
    return this.find(key) ?? this.find(this.defaultKey)!;
  }

  /** Whether a plan bounds the predictions in flight. */
  get boundConcurrency(): boolean {
    return this.all.some(({ maxConcurrent }) => maxConcurrent !== undefined);
  }

  /** Whether the place of a prediction in the queue depends on the account's plan. */
  get orderQueue(): boolean {
    return this.boundConcurrency || this.all.some(({ priority }) => priority !== undefined);
  }

  /** Whether a plan says how long outputs are kept. */
  get boundRetention(): boolean {
    return this.all.some(({ outputRetentionDays }) => outputRetentionDays !== undefined);
  }

  /** Returns the days that outputs are kept. @param key of the account's plan. */
  retentionDaysOf(key: string): number {
    return Math.min(this.of(key).outputRetentionDays ?? Infinity, this.mostRetentionDays);
  }

  /** Whether a plan excludes the model: only then its use depends on the account's plan. */
  isRestricted(modelKey: string): boolean {
    return this.all.some((plan) => !includes(plan, modelKey));
  }

  /** @param key of the account's plan. @throws 403 `model_not_in_plan`. */
  requireModel(key: string, modelKey: string): void {
    const plan = this.of(key);
    if (includes(plan, modelKey)) return;
    const message = `modelKey must be a model of the plan ${plan.title}: ${modelKey} is none`;
    throw new AppError('model_not_in_plan', { details: [{ field: 'modelKey', message }] });
  }

  /** @param key of the account's plan. @throws 400 when the rate limit is above the highest. */
  rateLimitOf(key: string, { asked, usual, highest }: AskedRateLimit): number {
    if (asked === undefined) return Math.min(usual, highest);
    if (asked <= highest) return asked;
    const plan = this.of(key);
    const owner = highest === plan.maxRateLimit ? `the plan ${plan.title}` : 'this account';
    const message = `rateLimit must not be greater than ${highest}, the highest of ${owner}`;
    throw validationFailed([{ field: 'rateLimit', message }]);
  }

  private find(key: string): Plan | undefined {
    return this.all.find((plan) => plan.key === key);
  }
}

function includes({ models }: Plan, modelKey: string): boolean {
  return models === undefined || models.includes(modelKey);
}
