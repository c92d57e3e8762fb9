import { readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';

/** Its message completes "… .env …", as "is not text in UTF-8: save it in that encoding". */
export class TextFileError extends Error {
  constructor(
    message: string,
    /** Of the system: ENOENT, EACCES, …; or what it is. Null: it could be read. */
    readonly code: string | null = null,
  ) {
    super(message);
  }
}

/** Decodes UTF-8 without a byte order mark. @throws {TextFileError} */
export function readTextFile(file: string): string {
  return decodeText(readBytes(file));
}

function readBytes(file: string): Uint8Array {
  try {
    // Opening one waits for a writer, and a second reading finds nothing.
    if (statSync(file).isFIFO()) throw unreadable('a pipe');
    return readFileSync(file);
  } catch (error) {
    if (error instanceof TextFileError) throw error;
    throw unreadable((error as NodeJS.ErrnoException).code ?? String(error));
  }
}

const unreadable = (code: string) =>
  new TextFileError(`cannot be read by the user ${currentUser()} (${code})`, code);

/** @throws {TextFileError} when it is another encoding, or no text. */
export function decodeText(bytes: Uint8Array): string {
  const text = decoded(bytes);
  if (text === null || text.includes('\0'))
    throw new TextFileError('is not text in UTF-8: save it in that encoding');
  return text;
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** "app (uid 1000)", or the number alone where the system knows no name. */
export function currentUser(): string {
  const id = process.getuid?.();
  try {
    return id === undefined ? userInfo().username : `${userInfo().username} (uid ${id})`;
  } catch {
    return `uid ${id}`;
  }
}
