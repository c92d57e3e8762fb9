import { Injectable } from '@nestjs/common';
import { BudgetReader, type BudgetUse } from '../../../admission/index.js';
import { countStates, CreditsService, showWallet, SpendingReader } from '../../../credits/index.js';
import { KeysService } from '../../../keys/index.js';
import { publicId } from '../../../platform/http/index.js';
import { DashboardPredictions } from '../../dashboard-predictions.service.js';
import { Calendar } from '../calendar-days.js';
import { byDays } from '../spending/spending.service.js';
import type { LimitsView, OverviewBody } from './account-overview.dto.js';

const DAYS = 30;
const LATEST = 8;
const BUSIEST_KEYS = 5;
/** The clock of the database may be ahead: the last day includes predictions that it dates in the near future. */
const AHEAD_MS = 3_600_000;

type Keys = Awaited<ReturnType<KeysService['list']>>['keys'];

/** The first page of the dashboard needs one response. */
@Injectable()
export class OverviewService {
  constructor(
    private readonly credits: CreditsService,
    private readonly spending: SpendingReader,
    private readonly budgets: BudgetReader,
    private readonly keys: KeysService,
    private readonly predictions: DashboardPredictions,
  ) {}

  async read(accountId: string, timeZone: string): Promise<OverviewBody> {
    const now = Date.now();
    const days = new Calendar(timeZone).daysUntil(new Date(now), DAYS);
    const [wallet, parts, use, { keys }, latest, any] = await Promise.all([
      this.credits.walletOf(accountId),
      this.spending.byDay(
        accountId,
        days.map(({ startsAt }) => startsAt),
        new Date(now + AHEAD_MS),
      ),
      this.budgets.useOf(accountId),
      this.keys.list(accountId),
      this.predictions.list(accountId, { status: 'completed', limit: LATEST }),
      this.predictions.list(accountId, { limit: 1 }),
    ]);
    return {
      success: true,
      ...showWallet(wallet),
      timeZone,
      days: byDays(days, parts),
      predictions: countStates(parts),
      limits: showLimits(use, keys),
      latest: latest.items,
      firstSteps: { hasKey: keys.length > 0, hasPrediction: any.items.length > 0 },
    };
  }
}

function showLimits({ windowSeconds, platform, dashboard, keys: used }: BudgetUse, keys: Keys): LimitsView {
  const byId = new Map([...used].map(([id, count]) => [publicId('key', id), count]));
  const busiest = keys
    .filter(({ status }) => status === 'active')
    .map(({ id, name, masked, rateLimit: limit }) => ({ id, name, masked, limit, used: byId.get(id) ?? 0 }))
    .sort((a, b) => b.used - a.used)
    .slice(0, BUSIEST_KEYS);
  return { windowSeconds, platform, dashboard, keys: busiest };
}
