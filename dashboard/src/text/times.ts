/** Formats times in the user's language and time zone. Pure except for the browser's time zone. */

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
const SHORT_WITH_YEAR = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });
const AGO = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];
/** Older times are shown as a date. */
const RELATIVE_SECONDS = 7 * 86_400;

/** Returns the IANA name of the user's time zone. */
export function readersTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export function dateAndTime(iso: string): string {
  return DATE_AND_TIME.format(new Date(iso));
}

/** Returns a date with its time; of another year than that of `now`, with the year. */
function shortDateAndTime(iso: string, now: number): string {
  const time = new Date(iso);
  const isThisYear = time.getFullYear() === new Date(now).getFullYear();
  return (isThisYear ? SHORT : SHORT_WITH_YEAR).format(time);
}

/** @param date calendar date without a time zone, such as `2026-11-20`. */
export function calendarDay(date: string): string {
  return DAY.format(new Date(`${date}T00:00:00Z`));
}

/** Returns `3 min. ago`, `in 2 hr.` or `just now`; a date for times more than a week away. @param now in milliseconds. */
export function relativeTime(iso: string, now: number): string {
  const seconds = (new Date(iso).getTime() - now) / 1000;
  if (Math.abs(seconds) >= RELATIVE_SECONDS) return shortDateAndTime(iso, now);
  const unit = UNITS.find(([, length]) => Math.abs(seconds) >= length);
  return unit ? AGO.format(Math.trunc(seconds / unit[1]), unit[0]) : 'just now';
}

const PARTS: [string, number][] = [
  ['d', 86_400],
  ['hr', 3600],
  ['min', 60],
  ['s', 1],
];

/** Returns `40 s`, `2 min 5 s`, `3 hr 10 min` or `2 d 4 hr`. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const first = PARTS.findIndex(([, length]) => whole >= length);
  if (first === -1) return '0 s';
  const [[unit, length], next] = [PARTS[first]!, PARTS[first + 1]];
  const text = `${Math.floor(whole / length)} ${unit}`;
  return next ? `${text} ${Math.floor((whole % length) / next[1])} ${next[0]}` : text;
}

/** Returns an instant in the form of the library's pickers: `2026-11-20 18:30:00`, in the user's time zone. */
export function localTime(iso: string): string {
  const time = new Date(iso);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
  return `${day} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')}`;
}

/** Returns the instant of a `localTime`. */
export function ofLocalTime(text: string): string {
  return new Date(text.replace(' ', 'T')).toISOString();
}

/** Returns the instant at which a calendar day starts in the user's time zone. */
export function startOfDay(date: string): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day).toISOString();
}

/** Returns the instant at which the next day starts: a range of days includes its last day. */
export function endOfDay(date: string): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day + 1).toISOString();
}
