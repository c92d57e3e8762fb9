/**
 * Runs a command of `scripts/cli.mjs` and says what went wrong in words for the terminal.
 *
 * It works beside a running service on the same DATA_DIR (it joins that service's database) and without one.
 */
import { EmbeddedDatabaseError } from '@offprint/embedded-postgres';
import { withAppContext } from '../app.js';
import { ConfigError, loadConfig } from '../config/index.js';
import { isDatabaseUnavailable, SetupError } from '../database/index.js';
import { AppError } from '../errors/index.js';
import { loadPlugins } from '../plugin.js';
import { type Command, CommandError } from './command.js';
import { creditsGrant } from './credits-grant.js';
import { installationAdopt } from './installation-adopt.js';
import { ledgerVerify } from './ledger-verify.js';
import { providersCheck } from './providers-check.js';
import { usersCreate } from './users-create.js';
import { usersReset } from './users-reset.js';
import { usersRole } from './users-role.js';

const COMMANDS: Record<string, Command> = {
  'credits-grant': creditsGrant,
  'users-create': usersCreate,
  'users-reset': usersReset,
  'users-role': usersRole,
  'installation-adopt': installationAdopt,
  'ledger-verify': ledgerVerify,
  'providers-check': providersCheck,
};

/**
 * @param args the command's name and its arguments.
 * @param variables the environment, with what a `.env` adds to it.
 * With `--help` it prints how to call it and opens nothing.
 * @returns the exit code: 0, or 1 when anything is not right.
 */
export async function runCommand(
  [name = '', ...argv]: string[],
  variables: Record<string, string | undefined>,
): Promise<number> {
  if (isHelp(name)) return print(allUsage());
  const command = COMMANDS[name];
  if (!command) return complain(`There is no command "${name}". Known: ${Object.keys(COMMANDS).join(', ')}.`);
  if (argv.some(isHelp)) return print(command.usage);
  try {
    const work = read(command, argv);
    const config = loadConfig(variables);
    const plugins = await loadPlugins(config.plugins);
    const interrupted = interruption();
    return await withAppContext(config, (app) => Promise.race([work(app), interrupted]), plugins);
  } catch (error) {
    return complain(inWords(error));
  }
}

function read(command: Command, argv: string[]): ReturnType<Command['read']> {
  try {
    return command.read(argv);
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n${command.usage}`);
  }
}

/** Rejects on Ctrl-C: a database that was started for the command alone is stopped, and not left behind. */
function interruption(): Promise<never> {
  return new Promise((_resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => reject(new CommandError(`Ended by ${signal}.`)));
  });
}

function inWords(error: unknown): string {
  const clear = [CommandError, ConfigError, EmbeddedDatabaseError, SetupError, AppError];
  if (clear.some((kind) => error instanceof kind)) return (error as Error).message;
  if (isDatabaseUnavailable(error)) return `The database cannot be reached: ${String(error)}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const isHelp = (argument: string): boolean => argument === '--help' || argument === '-h';

function allUsage(): string {
  return Object.values(COMMANDS)
    .map(({ usage }) => usage)
    .join('\n');
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

function complain(message: string): number {
  process.stderr.write(`${message}\n`);
  return 1;
}
