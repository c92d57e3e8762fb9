/**
 * The program of the processes in which suspects run alone (`generation/isolated-runs.ts` starts them, with the settings
 * of the process that does). It joins that process's database, binds no port, and ends with it.
 */
import { withAppContext } from './app.js';
import { loadConfig } from './config/index.js';
import { IsolatedWorker } from './generation/index.js';
import { loadPlugins } from './plugin.js';

/** From being told to end; what is still held then is claimed by another process. */
const STOP_MS = 8_000;

async function run(): Promise<void> {
  const config = loadConfig(process.env);
  const plugins = await loadPlugins(config.plugins);
  await withAppContext(
    config,
    (app) => {
      const worker = app.get(IsolatedWorker, { strict: false });
      stopWith(() => worker.stop());
      return worker.run((workerId) => process.send?.({ workerId }));
    },
    plugins,
  );
}

/** Told to end, or left alone by the process that started it: before it works it ends at once. */
function stopWith(stop: () => void): void {
  process.removeAllListeners('disconnect');
  const end = () => {
    setTimeout(() => process.exit(0), STOP_MS).unref();
    stop();
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  process.on('disconnect', end);
  if (!process.connected) end();
}

process.once('disconnect', () => process.exit(0));
run().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
