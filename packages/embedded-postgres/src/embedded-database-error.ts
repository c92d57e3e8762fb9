/**
 * The one kind of error the embedded database shows to people: what is wrong, where, and what to do about it.
 *
 * It is thrown during start, before there is an API to answer through, so its reader is an operator at a terminal:
 * the message is complete without the stack.
 */
export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError';

  /** `problem` and `remedy` are whole sentences; `details` is the last output of the program that failed. */
  constructor(problem: string, remedy: string, details = '', cause?: unknown) {
    const indented = details
      .trim()
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(-12)
      .map((line) => `\n  ${line}`)
      .join('');
    super(`${problem} ${remedy}${indented}`, cause === undefined ? undefined : { cause });
  }
}

/** Turns a file system or spawn error into a message with a remedy; errors that are clear already pass through. */
export function asClearError(error: unknown, directory: string): Error {
  if (error instanceof EmbeddedDatabaseError) return error;
  const reason = reasonOf(error);
  return new EmbeddedDatabaseError(
    `The embedded PostgreSQL for the data directory ${directory} could not be started: ${reason}.`,
    'Check that the directory is writable and the disk is not full, set DATA_DIR to another directory, or set DATABASE_URL to use your own PostgreSQL.',
    '',
    error,
  );
}

/** The `code` of a Node.js system error ("ENOENT"), or undefined. */
export function errorCode(error: unknown): string | undefined {
  // Not `instanceof Error`: errors of Node.js itself come from another realm when the code runs in a `vm` context.
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;
}

export function reasonOf(error: unknown): string {
  const told = typeof error === 'object' && error !== null && 'message' in error;
  return told ? String(error.message) : String(error);
}
