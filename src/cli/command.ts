/** What a command-line tool is: arguments are read before anything is opened, then it works on the application. */
import type { INestApplicationContext } from '@nestjs/common';

export interface Command {
  usage: string;
  /** @throws {CommandError} for arguments that cannot be meant. @returns the work; it gives the exit code. */
  read(argv: string[]): (app: INestApplicationContext) => Promise<number>;
}

/** Its message is all that the person at the terminal needs; no stack is shown. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
