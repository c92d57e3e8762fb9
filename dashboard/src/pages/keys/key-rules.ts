/** The rules of a key's form. Each returns null for a valid value, else the message for the field. Pure. */
import { ofLocalTime } from '../../text/times';
import { addressesProblem } from './addresses';
import type { ExpiryValues, KeyValues } from './key-values';

const NAME_MAX = 100;
export const RATE_MIN = 10;
export const RATE_MAX = 6000;
export const MODELS_MAX = 100;
export const METADATA_MAX = 16;
const METADATA_NAME_MAX = 64;
const METADATA_VALUE_MAX = 500;

export const KEY_RULES = {
  name: nameProblem,
  scopes: (scopes: KeyValues['scopes']) => (scopes.length === 0 ? 'Choose at least one.' : null),
  rateLimit: (limit: number | string) =>
    limit === '' || (Number.isInteger(limit) && Number(limit) >= RATE_MIN && Number(limit) <= RATE_MAX)
      ? null
      : `A whole number from ${RATE_MIN} to ${RATE_MAX}.`,
  spendLimit: {
    // The field gives a text for what it cannot read as a number.
    credits: (credits: number | string) =>
      credits === '' || typeof credits === 'number' ? null : 'Enter a number of credits, or nothing.',
  },
  allowedIps: addressesProblem,
  metadata: {
    name: (name: string, { metadata }: KeyValues) => metadataNameProblem(name.trim(), metadata),
    value: (value: string) =>
      [...value].length > METADATA_VALUE_MAX ? `At most ${METADATA_VALUE_MAX} characters.` : null,
  },
};

/** Validates a key name. */
export function nameProblem(name: string): string | null {
  const length = [...name.trim()].length;
  if (length === 0) return 'Enter a name.';
  return length > NAME_MAX ? `At most ${NAME_MAX} characters.` : null;
}

/** Validates the time at which a key expires. @param now in milliseconds. */
export function expiryProblem({ expiry, expiresAt }: ExpiryValues, now: number): string | null {
  if (expiry !== 'date') return null;
  if (expiresAt === null) return 'Choose a date.';
  return Date.parse(ofLocalTime(expiresAt)) > now ? null : 'Choose a time in the future.';
}

function metadataNameProblem(name: string, all: KeyValues['metadata']): string | null {
  if (name === '') return 'Enter a name.';
  if ([...name].length > METADATA_NAME_MAX) return `At most ${METADATA_NAME_MAX} characters.`;
  return all.filter((each) => each.name.trim() === name).length > 1 ? 'This name is used twice.' : null;
}
