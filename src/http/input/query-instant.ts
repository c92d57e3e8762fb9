import { validationFailed } from '../../errors/index.js';

/** Parses a time in a query. @throws 400 that names `field` for a text that is no time or out of range. */
export function parseQueryInstant(field: string, text: string): Date {
  const date = new Date(text);
  // JavaScript does not parse all of ISO 8601 (weeks, ordinal days); PostgreSQL's range ends in the year 294276.
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 || date.getUTCFullYear() < 0) {
    throw validationFailed([{ field, message: 'must be a date and time such as 2026-11-20T09:30:00Z' }]);
  }
  return date;
}
