/** A command reads its arguments before anything is opened, then uses the application. */
import type { INestApplicationContext } from '@nestjs/common';

export interface Command {
  usage: string;
  /** `--create` makes the installation when there is none. */
  mayCreate?: boolean;
  /** @throws {CommandError} for invalid arguments. @returns the work, which resolves to the exit code. */
  read(argv: string[]): (app: INestApplicationContext) => Promise<number>;
}

/** Acts on no installation. */
export interface StandaloneCommand {
  usage: string;
  /** As `read` of a command. */
  readStandalone(argv: string[]): () => Promise<number>;
}

/** The message is enough for the terminal, so it is printed without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
