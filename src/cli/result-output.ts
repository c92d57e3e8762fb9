/**
 * The reader of a command's output can go away (`offprint … | head -1`). The command then ends quietly, as any program does; a result that
 * could not be written for another reason (a full disk, a lost terminal) is an error.
 */
import type { Writable } from 'node:stream';

/** Shells report this code for a program that SIGPIPE ended. */
export const NO_READER_CODE = 141;

/** A command stops its work when the result cannot be written. */
export class ResultLost extends Error {}

export class ResultOutput {
  /** Rejects with {@link ResultLost} at the first failed write. */
  readonly lost: Promise<never>;
  private failure: NodeJS.ErrnoException | null = null;

  constructor(private readonly stream: Writable = process.stdout) {
    this.lost = new Promise((_resolve, reject) => {
      stream.on('error', (error: NodeJS.ErrnoException) => {
        this.failure ??= error;
        reject(new ResultLost(error.message));
      });
    });
    this.lost.catch(() => undefined);
  }

  /**
   * @param code of the command.
   * @param complain receives a sentence for a result that was lost, unless its reader has left.
   * @returns the exit code.
   */
  async settle(code: number, complain: (sentence: string) => void): Promise<number> {
    // Never rejects: a failed write is an event.
    await new Promise<void>((resolve) => this.stream.write('', () => resolve()));
    if (this.failure === null) return code;
    if (this.failure.code === 'EPIPE') return NO_READER_CODE;
    complain(`The result could not be written: ${this.failure.message}.`);
    return 1;
  }
}
