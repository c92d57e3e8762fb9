/** Starts the service: settings, application, signals. `node dist/main.js` is what production runs. */
import { existsSync } from 'node:fs';
import { createApp } from './app.js';
import { ConfigError, loadConfig } from './config/index.js';

/** A graceful stop that takes longer than this is ended. */
const STOP_MS = 10_000;

async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const app = await createApp(loadConfig(process.env));
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_MS).unref();
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`stopping after ${signal}: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  const url = await app.listen();
  process.stdout.write(`Offprint is ready at ${url} (API description: ${url}/api/docs)\n`);
}

main().catch((error: unknown) => {
  const said =
    error instanceof ConfigError
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error);
  process.stderr.write(`${said}\n`);
  process.exit(1);
});
