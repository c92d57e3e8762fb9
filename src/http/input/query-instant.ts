import { validationFailed } from '../../errors/index.js';

/** @throws 400 naming `field` for a time that this service cannot look for. */
export function queryInstant(field: string, text: string): Date {
  const date = new Date(text);
  // ISO 8601 knows more than JavaScript does (weeks, ordinal days), and PostgreSQL ends in the year 294276.
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 || date.getUTCFullYear() < 0) {
    throw validationFailed([{ field, message: 'must be a date and time such as 2026-11-20T09:30:00Z' }]);
  }
  return date;
}
