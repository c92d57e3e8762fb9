import { applyDecorators } from '@nestjs/common';
import { isISO8601, IsOptional, ValidateBy } from 'class-validator';
import { validationFailed } from '../../errors/index.js';
import { ApiPropertyOptional } from '../routes/api-decorators.js';

/** A date and a time of day without a zone. JavaScript would read it in the zone of the machine, and a date alone in UTC. */
const WITHOUT_ZONE = /T[^Z+-]*$/;

/** An optional ISO 8601 time of a query. `parseQueryInstant` parses it. */
export const QueryInstant = (description: string) =>
  applyDecorators(
    ApiPropertyOptional({ format: 'date-time', description }),
    IsOptional(),
    ValidateBy({
      name: 'isISO8601',
      validator: {
        validate: (value) => typeof value === 'string' && isISO8601(repaired(value), { strict: true }),
        defaultMessage: () => '$property must be a valid ISO 8601 date string',
      },
    }),
  );

const END_OF_DAY = /T24:00:00(?:[.]0+)?/;

/**
 * A `+` that was not encoded arrives as a space, RFC 3339 allows lower-case letters and a space for the T, and the validator takes the end
 * of a day without seconds only.
 */
function repaired(text: string): string {
  const upper = text.toUpperCase().replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, '$1T');
  return upper.replace(/(T.*) (?=\d\d:?\d\d$)/, '$1+').replace(END_OF_DAY, 'T24:00');
}

/** In UTC without a zone. @throws 400 that names `field` for a text that is no time or out of range. */
export function parseQueryInstant(field: string, text: string): Date {
  const time = repaired(text);
  const date = new Date(WITHOUT_ZONE.test(time) ? `${time}Z` : time);
  // JavaScript does not parse all of ISO 8601 (weeks, ordinal days); PostgreSQL's range ends in the year 294276.
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 || date.getUTCFullYear() < 0) {
    throw validationFailed([{ field, message: 'must be a date and time such as 2026-11-20T09:30:00Z' }]);
  }
  return date;
}

/**
 * Parses `from` and `to` (not included) of a query. Null: the range is open on that side.
 * @throws 400 also for a range that ends before it begins.
 */
export function parseQueryRange({ from, to }: { from?: string; to?: string }): {
  from: Date | null;
  to: Date | null;
} {
  const range = {
    from: from ? parseQueryInstant('from', from) : null,
    to: to ? parseQueryInstant('to', to) : null,
  };
  if (range.from && range.to && range.from >= range.to)
    throw validationFailed([{ field: 'from', message: 'must be before `to`' }]);
  return range;
}
