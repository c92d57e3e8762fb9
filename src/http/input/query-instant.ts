import { applyDecorators } from '@nestjs/common';
import { IsISO8601, IsOptional } from 'class-validator';
import { validationFailed } from '../../errors/index.js';
import { ApiPropertyOptional } from '../routes/api-decorators.js';

/** A date and a time of day without a zone. JavaScript would read it in the zone of the machine, and a date alone in UTC. */
const WITHOUT_ZONE = /T[^Z+-]*$/i;

/** An optional ISO 8601 time of a query. `parseQueryInstant` parses it. */
export const QueryInstant = (description: string) =>
  applyDecorators(
    ApiPropertyOptional({ format: 'date-time', description }),
    IsOptional(),
    IsISO8601({ strict: true }),
  );

/** Parses a time in a query, in UTC without a zone. @throws 400 that names `field` for a text that is no time or out of range. */
export function parseQueryInstant(field: string, text: string): Date {
  const date = new Date(WITHOUT_ZONE.test(text) ? `${text}Z` : text);
  // JavaScript does not parse all of ISO 8601 (weeks, ordinal days); PostgreSQL's range ends in the year 294276.
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 || date.getUTCFullYear() < 0) {
    throw validationFailed([{ field, message: 'must be a date and time such as 2026-11-20T09:30:00Z' }]);
  }
  return date;
}

/** A range of time in a query. Null: it is open on that side. */
export interface QueryRange {
  from: Date | null;
  /** Not included. */
  to: Date | null;
}

/** Parses `from` and `to` of a query. @throws 400 also for a range that ends before it begins. */
export function parseQueryRange({ from, to }: { from?: string; to?: string }): QueryRange {
  const range = {
    from: from ? parseQueryInstant('from', from) : null,
    to: to ? parseQueryInstant('to', to) : null,
  };
  if (range.from && range.to && range.from >= range.to)
    throw validationFailed([{ field: 'from', message: 'must be before `to`' }]);
  return range;
}
