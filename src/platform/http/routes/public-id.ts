/** The service uses UUIDs internally. A public id is a prefix for the resource, then the 32 hex digits of the UUID (`usr_0199f0c2…`). */

import { AppError, type ErrorCode } from '../../errors/index.js';

/** As PostgreSQL returns one. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Formats a public id. @param uuid with dashes, as PostgreSQL returns it. */
export function publicId(prefix: string, uuid: string): string {
  return `${prefix}_${uuid.replaceAll('-', '')}`;
}

/** Returns the UUID with dashes, or null for a text that is no such public id and must not reach a statement. */
export function parsePublicId(prefix: string, text: unknown): string | null {
  if (typeof text !== 'string' || !text.startsWith(`${prefix}_`)) return null;
  const hex = text.slice(prefix.length + 1);
  if (!/^[0-9a-f]{32}$/.test(hex)) return null;
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** @throws {AppError} with the code for a text that is no such public id. */
export function requirePublicId(prefix: string, text: unknown, code: ErrorCode): string {
  const id = parsePublicId(prefix, text);
  if (id === null) throw new AppError(code);
  return id;
}

/** No row has this id: a filter by another account's id, or by an invalid one, matches nothing. */
export const NO_SUCH_ID = '00000000-0000-0000-0000-000000000000';

/** Returns the UUID of a filter's public id; `NO_SUCH_ID` for a malformed one. */
export const filterId = (prefix: string, text: unknown): string => parsePublicId(prefix, text) ?? NO_SUCH_ID;

export const exampleId = (prefix: string): string => `${prefix}_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f`;
