/**
 * Runs suspects in a process of their own. `generation/worker/isolated-runs.ts` starts it with the settings of the worker. It joins that
 * worker's database and binds no port. A graceful stop of the worker ends it. After a kill of the worker it continues for a while:
 * otherwise suspects would never run where workers are killed one after the other.
 */
import { withWorkerContext } from './app.js';
import { IsolatedWorker, IsolatedWorkerModule } from './generation/index.js';
import { loadConfig } from './platform/config/index.js';
import { guardOutputs, holdProcessWarnings, JsonLogger } from './platform/log/index.js';
import { loadPlugins } from './plugin.js';
import { stopOnSignals } from './signals.js';

/** The time for a stop after the signal; another process claims what is still leased then. */
const STOP_MS = 8_000;
/** How long an orphaned process claims suspects; by then a new worker has started its own process. */
const ORPHAN_MS = 60_000;

async function run(): Promise<void> {
  guardOutputs();
  const config = loadConfig(process.env);
  holdProcessWarnings()(new JsonLogger(config.log));
  // The worker's own PostgreSQL stops with the worker: a process that starts then must not start that server again.
  const isOwnServer = config.database.url === null;
  if (isOwnServer) process.once('disconnect', exitNow);
  if (isOwnServer && !process.connected) exitNow();
  const { plugins = [], ...options } = await loadPlugins(config.plugins);
  await withWorkerContext(
    config,
    (app) => {
      const worker = app.get(IsolatedWorker);
      stopWithWorker(() => worker.stop(), isOwnServer ? 0 : ORPHAN_MS);
      return worker.run(reportToWorker);
    },
    { ...options, plugins: [...plugins, IsolatedWorkerModule] },
  );
}

/** The parent counts a crash under this process's worker id. Without a parent no crash is counted. */
function reportToWorker(workerId: number): void {
  if (process.connected) process.send!({ workerId }, () => undefined);
}

const exitNow = () => process.exit(0);

/** Stops gracefully on a signal, or this long after the worker was killed. */
function stopWithWorker(stop: () => void, orphanMs: number): void {
  const end = () => {
    setTimeout(exitNow, STOP_MS).unref();
    stop();
  };
  const endLater = () => void setTimeout(end, orphanMs).unref();
  process.off('disconnect', exitNow);
  process.on('disconnect', endLater);
  stopOnSignals(end);
  if (!process.connected) endLater();
}

run().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
