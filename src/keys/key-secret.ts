/**
 * `of_live_` or `of_test_`, 40 random hex digits (160 bits), and 8 hex digits of CRC-32 over everything before them. The checksum is no
 * protection; it lets a mistyped or invented key be rejected without a query. Pure except for the random bytes.
 */
import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

export const KEY_ENVS = ['live', 'test'] as const;
/** The environment that the prefix of a key names. */
export type KeyEnv = (typeof KEY_ENVS)[number];

const RANDOM_BYTES = 20;
const SHAPE = /^of_(live|test)_[0-9a-f]{48}$/;
/** The checksum covers prefix and random digits. */
const CHECKSUMMED_LENGTH = 'of_live_'.length + RANDOM_BYTES * 2;
const OPERATOR_PREFIX = 'of_ops';
const OPERATOR_SHAPE = /^of_ops_[0-9a-f]{48}$/;
const MASK = '*'.repeat(12);

export function createSecret(env: KeyEnv): string {
  return createSecretOf(prefixOf(env));
}

export function createOperatorSecret(): string {
  return createSecretOf(OPERATOR_PREFIX);
}

function createSecretOf(prefix: string): string {
  const checksummed = `${prefix}_${randomBytes(RANDOM_BYTES).toString('hex')}`;
  return checksummed + checksum(checksummed);
}

/** Returns null when the text cannot be one of our secrets. */
export function parseSecret(text: string): KeyEnv | null {
  const match = SHAPE.exec(text);
  if (!match || text.length !== CHECKSUMMED_LENGTH + 8) return null;
  return checksum(text.slice(0, CHECKSUMMED_LENGTH)) === text.slice(CHECKSUMMED_LENGTH)
    ? (match[1] as KeyEnv)
    : null;
}

export function isOperatorSecret(text: string): boolean {
  return OPERATOR_SHAPE.test(text) && checksum(text.slice(0, -8)) === text.slice(-8);
}

/**
 * Only the hash is stored. It has no salt: 160 random bits need none, and the hash is the lookup key.
 * @returns the SHA-256 in PostgreSQL's bytea format, `\x` and 64 hex digits: a buffer costs four times as much to create and send.
 */
export function hashSecret(secret: string): string {
  return `\\x${hash('sha256', secret, 'hex')}`;
}

export function lastFourOf(secret: string): string {
  return secret.slice(-4);
}

/** Formats a key as `of_live_************1a2b`. */
export function maskOf(env: KeyEnv, lastFour: string): string {
  return `${prefixOf(env)}_${MASK}${lastFour}`;
}

/** Formats an operator key as `of_ops_************1a2b`. */
export function maskOfOperatorKey(lastFour: string): string {
  return `${OPERATOR_PREFIX}_${MASK}${lastFour}`;
}

export function prefixOf(env: KeyEnv): `of_${KeyEnv}` {
  return `of_${env}`;
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}
