/** A command reads its arguments before anything is opened, then uses the application. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { INestApplicationContext } from '@nestjs/common';

type Options = NonNullable<ParseArgsConfig['options']>;
type ValuesOf<O extends Options> = ReturnType<typeof parseArgs<{ args: string[]; options: O }>>['values'];
/** Resolves to the exit code. */
type Work = (app: INestApplicationContext) => Promise<number>;

export const TEXT = { type: 'string' } as const;
export const FLAG = { type: 'boolean', default: false } as const;

export interface Command {
  usage: string;
  /** `--create` makes the installation when there is none. */
  mayCreate?: boolean;
  /** @throws {CommandError} for invalid arguments. */
  read(argv: string[]): Work;
}

interface Definition<O extends Options> extends Omit<Command, 'read'> {
  /** As `parseArgs` takes them. */
  options: O;
  /** @throws {CommandError} for invalid values. */
  read: (values: ValuesOf<O>) => Work;
}

export function createCommand<const O extends Options>({ options, read, ...rest }: Definition<O>): Command {
  return { ...rest, read: (argv) => read(parseArgs({ args: argv, options }).values) };
}

/** Acts on no installation. */
export interface StandaloneCommand {
  usage: string;
  /** As `read` of a command. */
  readStandalone(argv: string[]): () => Promise<number>;
}

export function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

/** The message is enough for the terminal, so it is printed without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
