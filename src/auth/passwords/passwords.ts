/** Argon2id has OWASP's parameters: 19 MiB, 2 passes, 1 lane. Equal times do not reveal which emails have an account. */
import { Algorithm, hash, verify } from '@node-rs/argon2';

export const PASSWORD_MIN_LENGTH = 12;
export const PASSWORD_MAX_LENGTH = 128;

// The package's enum is ambient and has no value at run time; the cast checks the type only.
const ARGON2ID = 2 as Algorithm.Argon2id;
const OPTIONS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

/** Passwords for unknown emails are checked against the hash of a random password, created on first use. */
let dummyHash: Promise<string> | undefined;

/** Hashes a password. @returns PHC text, `$argon2id$v=19$m=19456,t=2,p=1$…`. */
export async function hashPassword(password: string): Promise<string> {
  return hash(bytesOf(password), OPTIONS);
}

/** @param stored null for an unknown email: takes equally long and returns false. */
export async function isPasswordCorrect(password: string, stored: string | null): Promise<boolean> {
  const isMatch = await verify(stored ?? (await unknownPasswordHash()), bytesOf(password));
  return stored !== null && isMatch;
}

/** The password was made up by this process and forgotten. */
export function unknownPasswordHash(): Promise<string> {
  return (dummyHash ??= hashPassword(crypto.randomUUID()));
}

/** Normalizes first: systems can send the same letters as different code points (NIST SP 800-63B). */
function bytesOf(password: string): Buffer {
  return Buffer.from(password.normalize('NFKC'), 'utf8');
}
