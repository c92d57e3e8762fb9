/**
 * A day of a time zone goes from one midnight to the next, 23 to 25 hours. The database gets days as instants, so it needs no time zones.
 * Why without a library: docs/decisions/sums-and-reports.md.
 */

export interface CalendarDay {
  /** `2026-11-20` */
  date: string;
  startsAt: Date;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The largest offset from UTC of any zone at any time. */
const FURTHEST_MS = 15 * HOUR_MS;
/** Offsets change on whole seconds. */
const SECOND_MS = 1_000;

/** Accepts IANA names such as `Europe/Berlin`, and no offsets. */
export function isTimeZone(name: unknown): name is string {
  if (typeof name !== 'string' || !/^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export class Calendar {
  private readonly format: Intl.DateTimeFormat;

  /** @param timeZone for which `isTimeZone` holds. */
  constructor(timeZone: string) {
    this.format = new Intl.DateTimeFormat('en', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
  }

  dateOf(instant: Date): string {
    const parts = Object.fromEntries(
      this.format.formatToParts(instant).map(({ type, value }) => [type, value]),
    );
    return `${parts.year!.padStart(4, '0')}-${parts.month}-${parts.day}`;
  }

  /** The last of the days contains `instant`. */
  daysUntil(instant: Date, count: number): CalendarDay[] {
    const first = addDays(this.dateOf(instant), 1 - count);
    return this.days(first, (_startsAt, index) => index < count);
  }

  /** Returns the days that overlap [from, to); the first one starts at `from`. */
  daysBetween(from: Date, to: Date): CalendarDay[] {
    const days = this.days(this.dateOf(from), (startsAt) => startsAt < to);
    return days.map((day, index) => (index === 0 ? { ...day, startsAt: from } : day));
  }

  startOf(date: string): Date {
    const midnight = Date.parse(`${date}T00:00:00Z`);
    let [before, reached] = [midnight - FURTHEST_MS, midnight + FURTHEST_MS];
    while (reached - before > SECOND_MS) {
      const middle = Math.floor((before + reached) / 2 / SECOND_MS) * SECOND_MS;
      if (this.dateOf(new Date(middle)) < date) before = middle;
      else reached = middle;
    }
    return new Date(reached);
  }

  private days(first: string, goesOn: (startsAt: Date, index: number) => boolean): CalendarDay[] {
    const days: CalendarDay[] = [];
    for (let date = first; ; date = addDays(date, 1)) {
      const startsAt = this.startAfter(days.at(-1), date);
      if (!goesOn(startsAt, days.length)) return days;
      days.push({ date, startsAt });
    }
  }

  /** Tries 24 hours later first, which holds for most days. */
  private startAfter(previous: CalendarDay | undefined, date: string): Date {
    const guess = new Date((previous?.startsAt.getTime() ?? 0) + DAY_MS);
    const isStart = this.dateOf(guess) === date && this.dateOf(new Date(guess.getTime() - SECOND_MS)) < date;
    return isStart ? guess : this.startOf(date);
  }
}

/** @param date `2026-11-20` */
function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}
