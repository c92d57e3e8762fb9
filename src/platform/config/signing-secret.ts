/**
 * The secret comes from JWT_SECRET, or is generated once and stored in the data directory. It signs nothing directly: each purpose has its
 * own derived key, so that a signature for one is invalid for another.
 */
import { hkdfSync, randomBytes } from 'node:crypto';
import { chmod, constants, copyFile, link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { type Config, ConfigError } from './config.js';

const logger = new Logger('signing-secret');
const KEY_BYTES = 32;
const MIN_CHARACTERS = 32;

export class SigningSecret {
  /** @param secret at least 32 characters. @param isKept false: it ends with this process. */
  constructor(
    private readonly secret: string,
    readonly isKept = true,
  ) {}

  /** Returns 32 bytes for this purpose alone, the same on every process with the same secret (HKDF-SHA-256). */
  derive(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.secret, '', `offprint ${purpose}`, KEY_BYTES));
  }
}

/** @throws {ConfigError} when the stored secret cannot be read or is damaged: a new one would sign all users out silently. */
export async function openSigningSecret(config: Config): Promise<SigningSecret> {
  if (config.auth.secret) return new SigningSecret(config.auth.secret);
  const directory = join(config.dataDirectory, 'secrets');
  const file = join(directory, 'jwt-secret');
  try {
    const kept = await readIfThere(file);
    // A command signs nothing.
    if (kept === null && !config.mayCreate) return new SigningSecret(randomSecret(), false);
    return new SigningSecret(requireWhole(kept ?? (await makeAndRead(directory, file)), file));
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new ConfigError([`${file}, the signing secret, cannot be read or written (${code})`]);
  }
}

const randomSecret = () => randomBytes(KEY_BYTES).toString('hex');

function requireWhole(secret: string, file: string): string {
  if (secret.length < MIN_CHARACTERS) {
    throw new ConfigError([
      `${file} is damaged: restore it, or remove it to sign everybody out and start with a new one`,
    ]);
  }
  return secret;
}

/** Links a draft, so that no process reads half of the secret, and only one of several is kept. */
async function makeAndRead(directory: string, file: string): Promise<string> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const draft = join(directory, `.jwt-secret.${randomBytes(8).toString('hex')}`);
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(`${randomSecret()}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await putInPlace(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
  return (await readIfThere(file)) ?? '';
}

async function putInPlace(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    // Some file systems have no hard links. The copy is exclusive too, just not atomic for a reader in that instant.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(codeOf(error))) throw error;
    await copyFile(draft, file, constants.COPYFILE_EXCL).catch((again: unknown) => {
      if (codeOf(again) !== 'EEXIST') throw again;
    });
  }
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    const text = await readFile(file, 'utf8');
    // A restore from a backup may have made it readable to others.
    await chmod(file, 0o600).catch((error: unknown) =>
      logger.warn(`${file} could not be closed to others: ${String(error)}`),
    );
    return text.trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}
