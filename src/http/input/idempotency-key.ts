import { validationFailed } from '../../errors/index.js';
import { ApiHeader } from '../routes/api-decorators.js';

const MOST_CHARACTERS = 255;

/**
 * Reads the header `Idempotency-Key`. Header text arrives as latin-1; PostgreSQL accepts every character of it but NUL,
 * which HTTP does not carry.
 * @returns null when the caller sent none. @throws 400 for one that is empty or too long.
 */
export function readIdempotencyKey(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (text.length < 1 || text.length > MOST_CHARACTERS) {
    throw validationFailed([
      { field: 'Idempotency-Key', message: `must have 1 to ${MOST_CHARACTERS} characters` },
    ]);
  }
  return text;
}

export const ApiIdempotencyKey = () =>
  ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    schema: { type: 'string', minLength: 1, maxLength: MOST_CHARACTERS },
  });

/** The header of a replayed answer. */
export const IDEMPOTENT_REPLAYED = {
  'Idempotent-Replayed': {
    description: '`true` when this is the first answer again.',
    schema: { type: 'string' as const, enum: ['true'] },
  },
};
