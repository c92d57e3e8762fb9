import { amount } from '../../../text/amounts';

/** Returns how a figure has changed since the range before: `+12 % (1,000 before)`. Of nothing before: `0 before`. */
export function comparison(now: number, before: number): string {
  if (before === 0) return now === 0 ? 'as before' : '0 before';
  const percent = Math.round(((now - before) / Math.abs(before)) * 100);
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '±';
  return `${sign}${amount(Math.abs(percent))} % (${amount(before)} before)`;
}

/** Returns `4.2 %`, or `–` of nothing. */
export function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${(Math.round((part / whole) * 1_000) / 10).toString()} %`;
}
