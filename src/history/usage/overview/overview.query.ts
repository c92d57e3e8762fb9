import { type ErrorDetail, validationFailed } from '../../../platform/errors/index.js';
import { DAY_MS, DEFAULT_DAYS, readTimeRange, type TimeRange } from '../time-range.query.js';

const HOUR_MS = 3_600_000;
/** The series of longer ranges is by days. */
const MOST_HOURS_BY_HOUR = 48;

/** Both ends are the start of an hour. */
export type OverviewRange = TimeRange;

/** @throws 400 that names every invalid parameter. */
export function readOverviewQuery(query: { from?: string; to?: string }, now = new Date()): OverviewRange {
  const { from, to, problems: ofRange } = readTimeRange(query, endOfHour(now), defaultFrom);
  const problems: ErrorDetail[] = Object.entries({ from, to }).flatMap(([field, instant]) =>
    instant.getTime() % HOUR_MS === 0 ? [] : [{ field, message: 'must be the start of an hour' }],
  );
  problems.push(...ofRange);
  // The range before it has to exist as well.
  if (previousOf({ from, to }).from.getTime() < 0)
    problems.push({ field: 'from', message: 'must be after 1970' });
  if (problems.length > 0) throw validationFailed(problems);
  return { from, to };
}

export const previousOf = ({ from, to }: OverviewRange): OverviewRange => ({
  from: new Date(2 * from.getTime() - to.getTime()),
  to: from,
});

export const stepOf = ({ from, to }: OverviewRange): 'day' | 'hour' =>
  to.getTime() - from.getTime() <= MOST_HOURS_BY_HOUR * HOUR_MS ? 'hour' : 'day';

/** Only whole days (UTC) have sums. Without one, both ends are the end of the range. */
export function wholeDays({ from, to }: OverviewRange): OverviewRange {
  const first = new Date(Math.ceil(from.getTime() / DAY_MS) * DAY_MS);
  const end = new Date(Math.floor(to.getTime() / DAY_MS) * DAY_MS);
  return first < end ? { from: first, to: end } : { from: to, to };
}

const endOfHour = (instant: Date) => new Date((Math.floor(instant.getTime() / HOUR_MS) + 1) * HOUR_MS);

/** By default only the last day is a part of one. */
const defaultFrom = (to: Date) =>
  new Date((Math.floor((to.getTime() - 1) / DAY_MS) - DEFAULT_DAYS + 1) * DAY_MS);
