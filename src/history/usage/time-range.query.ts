import type { ErrorDetail } from '../../platform/errors/index.js';
import { parseQueryInstant } from '../../platform/http/index.js';

export const DAY_MS = 86_400_000;
export const DEFAULT_DAYS = 30;
const MOST_DAYS = 366;

/** [from, to). */
export interface TimeRange {
  from: Date;
  to: Date;
}

/**
 * Returns the range that a query selects, and what is wrong with it.
 * @param end of a query without `to`. @param beginOf returns the start of a query without `from` by its end.
 */
export function readTimeRange(
  query: { from?: string; to?: string },
  end: Date,
  beginOf: (to: Date) => Date,
): TimeRange & { problems: ErrorDetail[] } {
  const to = query.to === undefined ? end : parseQueryInstant('to', query.to);
  const from = query.from === undefined ? beginOf(to) : parseQueryInstant('from', query.from);
  return { from, to, problems: problemsOfRange(from, to) };
}

export function problemsOfRange(from: Date, to: Date): ErrorDetail[] {
  if (from >= to) return [{ field: 'from', message: 'must be before `to`' }];
  const isLong = to.getTime() - from.getTime() > MOST_DAYS * DAY_MS;
  return isLong ? [{ field: 'from', message: `must be within ${MOST_DAYS} days of \`to\`` }] : [];
}
