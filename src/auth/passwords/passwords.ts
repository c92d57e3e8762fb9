/**
 * Passwords as Argon2id, with OWASP's parameters for it: 19 MiB, 2 passes, 1 lane. Checking one costs the same whether
 * or not the email is known, so that the time of an answer does not tell who has an account.
 */
import { Algorithm, hash, verify } from '@node-rs/argon2';

export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 128;

// The package's enum is ambient: its value is written out, its type still checked.
// eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- see above
const ARGON2ID = 2 as Algorithm.Argon2id;
const OPTIONS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

/** Made of nothing anybody knows, at first need; what an unknown email's password is checked against. */
let dummy: Promise<string> | undefined;

/** @returns PHC text, `$argon2id$v=19$m=19456,t=2,p=1$…`. */
export async function hashPassword(password: string): Promise<string> {
  return hash(bytesOf(password), OPTIONS);
}

/** @param stored null for an email nobody has: works as long as for one that somebody has, then says no. */
export async function passwordFits(password: string, stored: string | null): Promise<boolean> {
  dummy ??= hashPassword(crypto.randomUUID());
  const fits = await verify(stored ?? (await dummy), bytesOf(password));
  return stored !== null && fits;
}

/** One password typed on two systems can arrive as different code points for the same letters (NIST SP 800-63B). */
function bytesOf(password: string): Buffer {
  return Buffer.from(password.normalize('NFKC'), 'utf8');
}
