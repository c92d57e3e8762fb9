import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { type AppError, validationFailed } from '../../errors/index.js';
import { OptionalInput } from '../input/input-fields.js';
import { QueryInteger } from '../input/validation.js';
import { OptionalField } from './fields.js';
import { UUID } from './public-id.js';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const LIMIT_RULE = 'limit must be a whole number between 1 and 100';

/** The query parameters of every list. */
export class PageQuery {
  @OptionalField.integer({ minimum: 1, maximum: 100, default: 20, description: 'Entries per page.' })
  @IsOptional()
  @QueryInteger()
  @IsInt({ message: LIMIT_RULE })
  @Min(1, { message: LIMIT_RULE })
  @Max(100, { message: LIMIT_RULE })
  limit: number = 20;

  @OptionalInput.text(500, '`nextCursor` of the previous page; opaque.')
  cursor?: string;
}

/** The response of a list. */
export interface Page<T> {
  success: true;
  items: T[];
  nextCursor: string | null;
}

/** Builds a page. @param rows up to `limit + 1` rows; the additional row indicates a next page. */
export function pageOf<R, T>(
  rows: R[],
  limit: number,
  toItem: (row: R) => T,
  cursorOf: (row: R) => string[],
): Page<T> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const nextCursor = rows.length > limit && last !== undefined ? encodeCursor(cursorOf(last)) : null;
  return { success: true, items: shown.map(toItem), nextCursor };
}

/** Creates the cursor of a list from the columns that it is sorted by. */
export function encodeCursor(parts: string[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/**
 * Decodes a cursor.
 * @param shape a pattern per part, matching the type of the column that the part is compared with.
 * @throws 400 `validation_failed` for a text that `encodeCursor` did not create.
 */
export function decodeCursor(cursor: string | undefined, shape: readonly RegExp[]): string[] | null {
  if (cursor === undefined) return null;
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const fits =
      Array.isArray(parts) &&
      parts.length === shape.length &&
      parts.every((part, index) => typeof part === 'string' && shape[index]!.test(part));
    if (fits && encodeCursor(parts as string[]) === cursor) return parts as string[];
  } catch {
    // Not decodable: rejected below like every other bad cursor.
  }
  throw createBadCursorError();
}

/**
 * Decodes a cursor of a list by time and id: an instant with microseconds, in UTC, and a UUID.
 * @throws 400 also for an impossible date (30 February), which PostgreSQL would reject with an error.
 */
export function decodePlace(cursor: string | undefined): [at: string, id: string] | null {
  const place = decodeCursor(cursor, [INSTANT, UUID]) as [string, string] | null;
  const second = place?.[0].slice(0, 19);
  const date = new Date(`${second}Z`);
  const isDate = !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 19) === second;
  if (place && !isDate) throw createBadCursorError();
  return place;
}

/** Decodes the cursor of a list that is sorted by ids alone. @throws as `decodeCursor`. */
export function decodeIdCursor(cursor: string | undefined): string | undefined {
  return decodeCursor(cursor, [UUID])?.[0];
}

export function createBadCursorError(): AppError {
  return validationFailed([{ field: 'cursor', message: 'is not a cursor of this list' }]);
}
