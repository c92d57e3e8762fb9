import { IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { type AppError, validationFailed } from '../../errors/index.js';
import { QueryInteger } from '../input/validation.js';
import { ApiPropertyOptional } from './api-decorators.js';

/** The query of every list. */
export class PageQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 100,
    default: 20,
    description: 'Entries per page.',
  })
  @IsOptional()
  @QueryInteger()
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number = 20;

  @ApiPropertyOptional({
    type: 'string',
    maxLength: 500,
    description: '`nextCursor` of the page before; opaque.',
  })
  @IsOptional()
  @IsString()
  @MaxLength(500)
  cursor?: string;
}

export interface Page<T> {
  success: true;
  items: T[];
  nextCursor: string | null;
}

/** @param rows up to `limit + 1` rows: the one too many says that there is a next page. */
export function pageOf<R, T>(
  rows: R[],
  limit: number,
  show: (row: R) => T,
  cursorOf: (row: R) => string[],
): Page<T> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const nextCursor = rows.length > limit && last !== undefined ? encodeCursor(cursorOf(last)) : null;
  return { success: true, items: shown.map(show), nextCursor };
}

export function encodeCursor(parts: string[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/**
 * @param shape a pattern per part; the parts go into a statement as values, so they must be what its columns hold.
 * @throws 400 `validation_failed` for anything that we did not hand out.
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
    // Not ours: answered below like every other bad cursor.
  }
  throw badCursor();
}

/** 400 for a cursor that this list did not hand out. */
export function badCursor(): AppError {
  return validationFailed([{ field: 'cursor', message: 'is not a cursor of this list' }]);
}
