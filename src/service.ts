/** The service: settings, application, signals. `main.ts` starts it. */
import { fileURLToPath } from 'node:url';
import { type App, createApp } from './app.js';
import { ConfigError, loadConfig } from './config/index.js';
import { SetupError } from './database/index.js';
import { loadPlugins } from './plugin.js';

/** The process exits when a graceful stop takes longer. */
const STOP_MS = 10_000;

async function start(): Promise<App> {
  const config = loadConfig(process.env);
  const isolatedProgram = fileURLToPath(new URL('./isolated.js', import.meta.url));
  return createApp(config, { ...(await loadPlugins(config.plugins)), isolatedProgram });
}

async function main(): Promise<void> {
  process.once('beforeExit', () =>
    fail(new Error('The start has come to a halt: nothing is left to wait for.')),
  );
  const starting = start();
  stopOnSignals(starting);
  const app = await starting;
  try {
    const url = await app.listen();
    process.stdout.write(`Offprint is ready at ${url} (API description: ${url}/api/docs)\n`);
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** Installed before the start is complete: a signal during the start must not leave the database running. */
function stopOnSignals(starting: Promise<App>): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_MS).unref();
    starting
      .then((app) => app.close())
      .then(
        () => process.exit(0),
        (error: unknown) => fail(error),
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** Prints an error and exits: one sentence for errors that the operator can fix, a stack for all others. */
function fail(error: unknown): never {
  process.stderr.write(`${describe(error)}\n`);
  process.exit(1);
}

function describe(error: unknown): string {
  const expectedErrors = [ConfigError, SetupError];
  if (expectedErrors.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, port, address } = (error ?? {}) as { code?: string; port?: number; address?: string };
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${address} is in use by another program. Set PORT to a free one.`;
  if (code === 'EADDRNOTAVAIL')
    return `${address} is not an address of this machine. Set HOST to one that is.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

main().catch(fail);
