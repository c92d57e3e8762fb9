/** Times for people: in their language and their time zone. Pure, but for the zone of the browser. */

const DATE_AND_TIME = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'medium',
});
const SHORT = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const DAY = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });
const AGO = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];
/** Beyond it, a date says more than a number of days. */
const RELATIVE_SECONDS = 7 * 86_400;

/** IANA name of the reader's zone. */
export function readersTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export function dateAndTime(iso: string): string {
  return DATE_AND_TIME.format(new Date(iso));
}

export function shortDateAndTime(iso: string): string {
  return SHORT.format(new Date(iso));
}

/** @param date of a calendar, `2026-11-20`, which belongs to no zone. */
export function calendarDay(date: string): string {
  return DAY.format(new Date(`${date}T00:00:00Z`));
}

/** `3 min. ago`, `just now`; a date when it is longer ago than a week. @param now in milliseconds. */
export function relativeTime(iso: string, now: number): string {
  const seconds = (new Date(iso).getTime() - now) / 1000;
  if (Math.abs(seconds) >= RELATIVE_SECONDS) return shortDateAndTime(iso);
  const unit = UNITS.find(([, length]) => Math.abs(seconds) >= length);
  return unit ? AGO.format(Math.trunc(seconds / unit[1]), unit[0]) : 'just now';
}

/** `2 min 5 s`, `40 s`. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const minutes = Math.floor(whole / 60);
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}

/** @param date of the reader's calendar. @returns the instant at which it begins for them. */
export function startOfDay(date: string): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day).toISOString();
}

/** The instant at which the day after begins: a range of days includes its last one. */
export function endOfDay(date: string): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day + 1).toISOString();
}
