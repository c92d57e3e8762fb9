import { validationFailed } from '../../errors/index.js';
import { ApiHeader } from '../routes/api-decorators.js';
import type { OperatorPrincipal, Principal } from '../routes/principal.js';

const MAX_KEY_CHARACTERS = 255;

/**
 * Node decodes headers as Latin-1. PostgreSQL accepts every such character except NUL, which HTTP does not allow.
 * @returns null when the header is missing. @throws 400 for a key that is empty or too long.
 */
export function readIdempotencyKey(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (text.length < 1 || text.length > MAX_KEY_CHARACTERS) {
    throw validationFailed([
      { field: 'Idempotency-Key', message: `must have 1 to ${MAX_KEY_CHARACTERS} characters` },
    ]);
  }
  return text;
}

/** An operator key must send one to move credits by hand, because no person checks whether a request without a response has arrived. */
export function requireIdempotencyKey(
  text: string | undefined,
  caller: Principal | OperatorPrincipal,
): string | null {
  if (text === undefined && caller.kind === 'operator-key')
    throw validationFailed([
      { field: 'Idempotency-Key', message: 'is required where an operator key moves credits' },
    ]);
  return readIdempotencyKey(text);
}

export const ApiIdempotencyKey = () =>
  ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    schema: { type: 'string', minLength: 1, maxLength: MAX_KEY_CHARACTERS },
  });

export const IDEMPOTENT_REPLAYED = {
  'Idempotent-Replayed': {
    description: '`true` when this repeats the first response.',
    schema: { type: 'string' as const, enum: ['true'] },
  },
};

/** The value may be in quotes. Parameters after a semicolon are ignored. */
const PREFERENCE = /^\s*([^\s=;,"]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?\s*(?:;.*)?$/s;
/** Matches a comma outside quotes, between preferences. */
const COMMA = /,(?=(?:[^"]*"[^"]*")*[^"]*$)/;
const MAX_PREFER_CHARACTERS = 1_000;

/** Reads the seconds of the first `wait` preference (RFC 7240). A value that cannot be read is ignored, as the standard requires. */
export function readPreferredWait(header: string | undefined): number | null {
  if (header === undefined || header.length > MAX_PREFER_CHARACTERS) return null;
  for (const text of header.split(COMMA)) {
    const [, name, quoted, plain] = PREFERENCE.exec(text) ?? [];
    if (name?.toLowerCase() !== 'wait') continue;
    const value = quoted ?? plain ?? '';
    return /^\d{1,9}$/.test(value) ? Number(value) : null;
  }
  return null;
}
