import { Injectable } from '@nestjs/common';
import { Catalogue } from '../../../catalogue/index.js';
import { type SpendingPart, SpendingReader, toCredits } from '../../../credits/index.js';
import { KeysService } from '../../../keys/index.js';
import { validationFailed } from '../../../platform/errors/index.js';
import { parseQueryInstant, publicId } from '../../../platform/http/index.js';
import { Calendar, type CalendarDay } from '../calendar-days.js';
import { problemsOfRange } from '../time-range.query.js';
import type { Spending, SpendingBody, SpendingItem, SpendingQuery } from './spending.dto.js';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const MOST_ITEMS = 100;
/** No prediction is older, and calendars after it are simple. */
const EARLIEST = Date.UTC(1970, 0, 2);
/** Years of five digits neither compare nor parse like those of four: iterating days up to one would not end. */
const LATEST = Date.UTC(9999, 0, 1);

@Injectable()
export class SpendingService {
  constructor(
    private readonly spending: SpendingReader,
    private readonly catalogue: Catalogue,
    private readonly keys: KeysService,
  ) {}

  async read(accountId: string, query: SpendingQuery): Promise<SpendingBody> {
    const { by, timeZone } = query;
    const calendar = new Calendar(timeZone);
    const { from, to } = rangeOf(query, calendar);
    const { parts, items } = await this.items(accountId, by, from, to, calendar);
    return {
      success: true,
      by,
      from: from.toISOString(),
      to: to.toISOString(),
      timeZone,
      items,
      total: sumOf(parts),
    };
  }

  private async items(
    accountId: string,
    by: SpendingQuery['by'],
    from: Date,
    to: Date,
    calendar: Calendar,
  ): Promise<{ parts: SpendingPart[]; items: SpendingItem[] }> {
    switch (by) {
      case 'day': {
        const days = calendar.daysBetween(from, to);
        const parts = await this.spending.byDay(
          accountId,
          days.map(({ startsAt }) => startsAt),
          to,
        );
        return { parts, items: byDays(days, parts) };
      }
      case 'model': {
        const parts = await this.spending.by('model', accountId, from, to);
        const title = (key: string) => this.catalogue.findServed(key)?.title ?? null;
        const items = mostFirst(parts).map((one) => ({
          modelKey: one.part!,
          title: title(one.part!),
          ...sumOf([one]),
        }));
        return { parts, items };
      }
      case 'key': {
        const parts = await this.spending.by('key', accountId, from, to);
        const keys = await this.keys.listSome(
          accountId,
          parts.flatMap(({ part }) => part ?? []),
        );
        const known = new Map(keys.map((key) => [key.id, key]));
        const items = mostFirst(parts).map((one) => {
          const keyId = one.part === null ? null : publicId('key', one.part);
          const { name = null, masked = null } = (keyId !== null && known.get(keyId)) || {};
          return { keyId, name, masked, ...sumOf([one]) };
        });
        return { parts, items };
      }
    }
  }
}

/** Days without predictions have an item too. */
export function byDays(
  days: readonly CalendarDay[],
  parts: readonly SpendingPart[],
): (Spending & { date: string })[] {
  const found = new Map(parts.map((one) => [Number(one.part), one]));
  return days.map(({ date }, index) => {
    const one = found.get(index);
    return { date, ...sumOf(one ? [one] : []) };
  });
}

function sumOf(parts: readonly SpendingPart[]): Spending {
  const charged = parts.reduce((sum, one) => sum + one.charged, 0n);
  const refunded = parts.reduce((sum, one) => sum + one.refunded, 0n);
  return {
    charged: toCredits(charged),
    refunded: toCredits(refunded),
    spent: toCredits(charged - refunded),
    predictions: parts.reduce((sum, one) => sum + one.predictions, 0),
  };
}

function mostFirst(parts: readonly SpendingPart[]): SpendingPart[] {
  const spent = ({ charged, refunded }: SpendingPart) => charged - refunded;
  return [...parts]
    .sort((a, b) => Number(spent(b) - spent(a)) || b.predictions - a.predictions)
    .slice(0, MOST_ITEMS);
}

/** @throws 400 with the invalid field. */
function rangeOf({ from, to }: SpendingQuery, calendar: Calendar): { from: Date; to: Date } {
  const end = to === undefined ? new Date() : parseQueryInstant('to', to);
  if (end.getTime() < EARLIEST) throw validationFailed([{ field: 'to', message: 'must be after 1970' }]);
  if (end.getTime() >= LATEST) throw validationFailed([{ field: 'to', message: 'must be before 9999' }]);
  const start =
    from === undefined
      ? calendar.startOf(calendar.dateOf(new Date(end.getTime() - DEFAULT_DAYS * DAY_MS)))
      : parseQueryInstant('from', from);
  const problems = problemsOfRange(start, end);
  if (problems.length > 0) throw validationFailed(problems);
  return { from: start, to: end };
}
