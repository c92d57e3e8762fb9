/**
 * The program of the processes in which suspects run alone (`generation/worker/isolated-runs.ts` starts them, with the
 * settings of the worker that does). It joins that worker's database and binds no port. A graceful stop of the worker ends
 * it. When the worker is killed it goes on for a while: where workers are killed one after the other, suspects would never
 * run.
 */
import { withAppContext } from './app.js';
import { loadConfig } from './config/index.js';
import { IsolatedWorker, IsolatedWorkerModule } from './generation/index.js';
import { loadPlugins } from './plugin.js';

/** After the signal to end; what is still held then is claimed by another process. */
const STOP_MS = 8_000;
/** A process whose worker was killed claims suspects for so long; a new worker has started its own by then. */
const ORPHAN_MS = 60_000;

async function run(): Promise<void> {
  const config = loadConfig(process.env);
  // The worker's own PostgreSQL ends with it: a process that starts then must not start that server a second time.
  const isOwnServer = config.database.url === null;
  if (isOwnServer) process.once('disconnect', endAtOnce);
  if (isOwnServer && !process.connected) endAtOnce();
  const { plugins = [], ...options } = await loadPlugins(config.plugins);
  await withAppContext(
    config,
    (app) => {
      const worker = app.get(IsolatedWorker, { strict: false });
      stopWith(() => worker.stop(), isOwnServer ? 0 : ORPHAN_MS);
      return worker.run(reportToWorker);
    },
    { ...options, plugins: [...plugins, IsolatedWorkerModule] },
  );
}

/** The worker counts a crash of this process under that number; nobody does when the worker is gone. */
function reportToWorker(workerId: number): void {
  if (process.connected) process.send!({ workerId }, () => undefined);
}

const endAtOnce = () => process.exit(0);

/** Ends in order on a signal, and so long after the worker was killed. */
function stopWith(stop: () => void, orphanMs: number): void {
  const end = () => {
    setTimeout(endAtOnce, STOP_MS).unref();
    stop();
  };
  const endLater = () => {
    // The worker's log went with it.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
    setTimeout(end, orphanMs).unref();
  };
  process.off('disconnect', endAtOnce);
  process.on('disconnect', endLater);
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  if (!process.connected) endLater();
}

run().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
