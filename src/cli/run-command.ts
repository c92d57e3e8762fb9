/**
 * The result of a command is on standard output; log lines, errors and the name of the installation are on standard error. A command works
 * beside a running service on the same DATA_DIR (it joins that service's database) and without one.
 */
import type { INestApplicationContext } from '@nestjs/common';
import { withAppContext } from '../app.js';
import { type Config, ConfigError } from '../platform/config/index.js';
import {
  describeDatabase,
  isDatabaseUnavailable,
  NoInstallation,
  SetupError,
} from '../platform/database/index.js';
import { packageVersion } from '../platform/env/index.js';
import { AppError } from '../platform/errors/index.js';
import { guardOutputs } from '../platform/log/index.js';
import { loadPlugins, PluginError } from '../plugin.js';
import { loadChecked } from '../setup-problems.js';
import { catalogueExport } from './catalogue-export.js';
import { catalogueList } from './catalogue-list.js';
import { catalogueRestore } from './catalogue-restore.js';
import { catalogueShow } from './catalogue-show.js';
import { catalogueUpdate } from './catalogue-update.js';
import { catalogueVersions } from './catalogue-versions.js';
import { clusterCheck } from './cluster-check.js';
import { type Command, CommandError, print, type StandaloneCommand } from './command.js';
import { creditsGrant } from './credits-grant.js';
import { installationAdopt } from './installation-adopt.js';
import { invitationsLink } from './invitations-link.js';
import { ledgerVerify } from './ledger-verify.js';
import { opsKeyCreate } from './ops-key-create.js';
import { opsKeyList } from './ops-key-list.js';
import { opsKeyRevoke } from './ops-key-revoke.js';
import { providersCheck } from './providers-check.js';
import { ResultLost, ResultOutput } from './result-output.js';
import { storageVerify } from './storage-verify.js';
import { usersCreate } from './users-create.js';
import { usersReset } from './users-reset.js';
import { usersRole } from './users-role.js';

export const COMMANDS: Record<string, Command | StandaloneCommand> = {
  'credits grant': creditsGrant,
  'users create': usersCreate,
  'users reset': usersReset,
  'users role': usersRole,
  'ops-key create': opsKeyCreate,
  'ops-key list': opsKeyList,
  'ops-key revoke': opsKeyRevoke,
  'invitations link': invitationsLink,
  'catalogue list': catalogueList,
  'catalogue show': catalogueShow,
  'catalogue update': catalogueUpdate,
  'catalogue versions': catalogueVersions,
  'catalogue restore': catalogueRestore,
  'catalogue export': catalogueExport,
  'installation adopt': installationAdopt,
  'ledger verify': ledgerVerify,
  'storage verify': storageVerify,
  'providers check': providersCheck,
  'cluster check': clusterCheck,
};

const CREATE = '--create';

/** They are part of the program, not of the application (`scripts/cli.mjs`). */
const OTHER_USAGES = `usage: offprint                starts the service, with the settings of the environment and of ./.env
usage: offprint demo [--once]  starts a service, shows what it does, and keeps serving
usage: offprint --version`;

/**
 * With `--help` prints the usage and opens nothing.
 * @param args the command's two words and its arguments.
 * @param variables the environment, including the variables of `.env`.
 * @returns the exit code: 0, 1 on any failure, or 141 when the reader of the result is gone.
 */
export async function runCommand(
  args: string[],
  variables: Record<string, string | undefined>,
): Promise<number> {
  guardOutputs();
  const output = new ResultOutput();
  return output.settle(await runNamed(args, variables, output), printError);
}

async function runNamed(
  args: string[],
  variables: Record<string, string | undefined>,
  output: ResultOutput,
): Promise<number> {
  const [first = ''] = args;
  if (isHelp(first)) return print(allUsage());
  if (first === '--version' || first === '-v') return print(packageVersion());
  const name = args.slice(0, 2).join(' ');
  const argv = args.slice(2);
  const command = COMMANDS[name];
  if (!command) return args.slice(1).some(isHelp) ? print(usagesOf(first)) : printError(unknownCommand(args));
  if (argv.some(isHelp)) return print(command.usage);
  if ('readStandalone' in command) return runStandalone(command, argv);
  return runOnInstallation(command, argv, variables, output);
}

async function runStandalone(command: StandaloneCommand, argv: string[]): Promise<number> {
  try {
    return await explained(command.usage, () => command.readStandalone(argv))();
  } catch (error) {
    return printError(describeError(error));
  }
}

async function runOnInstallation(
  command: Command,
  argv: string[],
  variables: Record<string, string | undefined>,
  output: ResultOutput,
): Promise<number> {
  try {
    const mayCreate = (command.mayCreate ?? false) && argv.includes(CREATE);
    const own = mayCreate ? argv.filter((argument) => argument !== CREATE) : argv;
    const work = explained(command.usage, () => command.read(own));
    const config = await loadChecked(variables, (line) => void printError(line));
    const plugins = await loadPlugins(config.plugins);
    const interrupted = rejectOnSignal();
    const run = (app: INestApplicationContext) => {
      process.stderr.write(`on the installation in ${describeInstallation(config)}\n`);
      return Promise.race([work(app), interrupted, output.lost]);
    };
    return await withAppContext(config, run, plugins, { mayCreate });
  } catch (error) {
    if (error instanceof ResultLost) return 1;
    const hint = command.mayCreate && error instanceof NoInstallation ? ` To make one: add ${CREATE}.` : '';
    return printError(`${describeError(error)}${hint}`);
  }
}

function explained<T>(usage: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}

/** Rejects on a signal to end, so that a database started for the command is stopped and not left behind. */
function rejectOnSignal(): Promise<never> {
  return new Promise((_resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)
      process.on(signal, () => reject(new CommandError(`Ended by ${signal}.`)));
  });
}

function describeError(error: unknown): string {
  const expectedErrors = [CommandError, ConfigError, PluginError, SetupError, AppError];
  if (expectedErrors.some((kind) => error instanceof kind)) return (error as Error).message;
  if (isDatabaseUnavailable(error)) return `The database cannot be reached: ${String(error)}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The password is left out. */
function describeInstallation({ database, dataDirectory }: Config): string {
  const url = database.directUrl ?? database.url;
  return url === null ? dataDirectory : describeDatabase(url);
}

const isHelp = (argument: string): boolean => argument === '--help' || argument === '-h';

function allUsage(): string {
  const commands = Object.values(COMMANDS).map(({ usage }) => usage);
  return [OTHER_USAGES, ...commands].join('\n');
}

/** Returns all usages when no command begins with the word. */
function usagesOf(word: string): string {
  const names = Object.keys(COMMANDS).filter((name) => name.startsWith(`${word} `));
  return names.length > 0 ? names.map((name) => COMMANDS[name]!.usage).join('\n') : allUsage();
}

function unknownCommand(args: string[]): string {
  const words = args.filter((argument) => !argument.startsWith('-')).slice(0, 2);
  return `There is no command "${words.join(' ')}". Known: demo, ${Object.keys(COMMANDS).join(', ')}.`;
}

function printError(message: string): number {
  process.stderr.write(`${message}\n`);
  return 1;
}
