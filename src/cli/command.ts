/**
 * The interface of command-line tools: a command reads its arguments before anything is opened, then uses the
 * application.
 */
import type { INestApplicationContext } from '@nestjs/common';

export interface Command {
  usage: string;
  /** `--create` makes the installation when there is none. */
  mayCreate?: boolean;
  /**
   * Parses the arguments. @throws {CommandError} for invalid ones. @returns the work, which resolves to the exit
   * code.
   */
  read(argv: string[]): (app: INestApplicationContext) => Promise<number>;
}

/** A command that acts on no installation. */
export interface StandaloneCommand {
  usage: string;
  /** As `read` of a command. */
  readStandalone(argv: string[]): () => Promise<number>;
}

/** An error whose message is enough for the terminal; printed without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
