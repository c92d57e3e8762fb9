/**
 * What an API key's secret looks like: `of_live_` or `of_test_`, 40 random hex digits (160 bits), and 8 hex digits of
 * CRC-32 over everything before them. The checksum is no protection; it lets a mistyped or invented key be refused
 * without asking the database. Pure but for the random bytes.
 */
import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

export const KEY_ENVS = ['live', 'test'] as const;
export type KeyEnv = (typeof KEY_ENVS)[number];

const RANDOM_BYTES = 20;
const SHAPE = /^of_(live|test)_[0-9a-f]{48}$/;
/** Prefix and random digits: what the checksum covers. */
const COVERED = 'of_live_'.length + RANDOM_BYTES * 2;
const MASK = '*'.repeat(12);

export function makeSecret(env: KeyEnv): string {
  const covered = `of_${env}_${randomBytes(RANDOM_BYTES).toString('hex')}`;
  return covered + checksum(covered);
}

/** Which environment it is for, or null when it cannot be a secret we gave out. */
export function parseSecret(text: string): KeyEnv | null {
  const match = SHAPE.exec(text);
  if (!match || text.length !== COVERED + 8) return null;
  return checksum(text.slice(0, COVERED)) === text.slice(COVERED) ? (match[1] as KeyEnv) : null;
}

/**
 * SHA-256: all that is kept of a secret. Unsalted, because 160 random bits need none to be looked up.
 * @returns its 32 bytes as PostgreSQL reads them, `\x` and 64 hex digits: a buffer costs four times as much to make and send.
 */
export function hashSecret(secret: string): string {
  return `\\x${hash('sha256', secret, 'hex')}`;
}

/** The last characters that a record may show. */
export function lastFourOf(secret: string): string {
  return secret.slice(-4);
}

/** `of_live_************1a2b` */
export function maskOf(env: KeyEnv, lastFour: string): string {
  return `${prefixOf(env)}_${MASK}${lastFour}`;
}

export function prefixOf(env: KeyEnv): `of_${KeyEnv}` {
  return `of_${env}`;
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}
