/**
 * The only error of this package: names the problem, the directory and the remedy. An operator reads it in a terminal, so
 * the message is complete without the stack. It names options of this package, not settings of the caller.
 */
export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError';

  /** @param problem a sentence. @param remedy a sentence. @param details output of the program that failed. */
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

/** Wraps a file system or spawn error in a message with a remedy. Returns an `EmbeddedDatabaseError` unchanged. */
export function asClearError(error: unknown, directory: string): Error {
  if (error instanceof EmbeddedDatabaseError) return error;
  const reason = reasonOf(error);
  return new EmbeddedDatabaseError(
    `The embedded PostgreSQL for the data directory ${directory} could not be started: ${reason}.`,
    'Check that the directory is writable and the disk is not full, choose another data directory, or use a PostgreSQL of your own.',
    '',
    error,
  );
}

/** Returns the `code` of a Node.js system error ("ENOENT"), or undefined. */
export function errorCode(error: unknown): string | undefined {
  // Not `instanceof Error`: in a `vm` context, errors of Node.js come from another realm.
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;
}

export function reasonOf(error: unknown): string {
  const hasMessage = typeof error === 'object' && error !== null && 'message' in error;
  return hasMessage ? String(error.message) : String(error);
}
