/** `main.ts` starts the service. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Config, ConfigError, loadConfig } from './platform/config/index.js';
import { SetupError } from './platform/database/index.js';
import { describeHost, packagePath } from './platform/env/index.js';
import { guardOutputs, holdProcessWarnings, JsonLogger } from './platform/log/index.js';
import { joinSupervisor, type Supervision, Supervisor } from './platform/processes/index.js';
import { loadPlugins, PluginError } from './plugin.js';
import { stopOnSignals, stopOnSupervisorsSignal } from './signals.js';

/** The process exits when a graceful stop takes longer. */
const STOP_MS = 10_000;
let isStopping = false;

/** The program is the service, its supervisor, or one of the processes of a supervisor. */
interface Program {
  /** @returns the URL under which callers reach it; null when its supervisor announces it. */
  listen(): Promise<string | null>;
  close(): Promise<void>;
  /** What SIGHUP does; by default it stops the program. */
  reload?(): void;
  /** Rejects when it cannot go on. */
  readonly ended?: Promise<never>;
}

async function start(config: Config, supervision: Supervision | null): Promise<Program> {
  const supervisor = supervision ? null : await Supervisor.open(config);
  if (supervisor) return supervisor;
  // A supervisor serves nothing, so it does not load the application: a third of its memory.
  const [{ createApp }, { Metrics }] = await Promise.all([
    import('./app.js'),
    import('./platform/metrics/index.js'),
  ]);
  const isolatedProgram = packagePath('dist/isolated-main.js');
  const options = { ...(await loadPlugins(config.plugins)), isolatedProgram };
  const app = await createApp(config, options, supervision?.databaseUrl);
  if (!supervision) return app;
  return {
    listen: () => supervision.start(app, app.nest.get(Metrics)).then(() => null),
    close: () => supervision.end(app),
  };
}

async function main(): Promise<void> {
  guardOutputs();
  const logWarnings = holdProcessWarnings();
  process.once('beforeExit', () =>
    fail(new Error('The start has come to a halt: nothing is left to wait for.')),
  );
  const supervision = await joinSupervisor();
  const config = await readConfig(supervision !== null);
  logWarnings(new JsonLogger(config.log));
  const starting = start(config, supervision);
  handleSignals(starting, supervision !== null);
  const program = await starting;
  try {
    const url = await program.listen();
    if (url !== null) process.stdout.write(`${readyLine(url, config)}\n`);
    await program.ended;
  } catch (error) {
    // What a stop interrupts fails, and is no reason to report.
    if (isStopping) return;
    setTimeout(() => fail(error), STOP_MS);
    await program.close();
    throw error;
  }
}

/** A supervisor lets another process check all settings, to save its own memory. */
async function readConfig(isSupervised: boolean): Promise<Config> {
  if (![undefined, '', '1'].includes(process.env.PROCESSES?.trim())) {
    await checkSetup();
    return loadConfig(process.env);
  }
  const { loadChecked } = await import('./setup-problems.js');
  // The supervisor has warned already.
  return loadChecked(process.env, (line) => void (isSupervised || process.stderr.write(`${line}\n`)), {
    serves: true,
  });
}

/** Runs `check-setup.ts`, which prints what is wrong, and ends with it. */
async function checkSetup(): Promise<void> {
  const program = packagePath('dist/check-setup-main.js');
  const [code] = (await once(spawn(process.execPath, [program], { stdio: 'inherit' }), 'exit')) as [unknown];
  if (code !== 0) process.exit(1);
}

function readyLine(url: string, { auth: { registration } }: Config): string {
  const open = `registration: ${registration.isOpen ? 'open' : 'closed'}, ${registration.reason}`;
  return `Offprint is ready at ${url} (manual: ${url}/docs/, API description: ${url}/api/docs; ${open})`;
}

/** Installed before the start is complete: a signal during the start must not leave the database running. */
function handleSignals(starting: Promise<Program>, isSupervised: boolean): void {
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(cutOff, STOP_MS).unref();
    starting
      .then((app) => app.close())
      .then(
        () => process.exit(0),
        (error: unknown) => fail(error),
      );
  };
  if (isSupervised) {
    stopOnSupervisorsSignal(stop);
    process.on('disconnect', stop);
    return;
  }
  const hangUp = (app: Program) => (app.reload ? app.reload() : stop());
  // A start that fails reports it itself.
  stopOnSignals(stop, () => void starting.then(hangUp, () => undefined));
}

/** Ends a stop that has taken too long. The embedded PostgreSQL, which may wait for a slow disk, goes on to stop. */
function cutOff(): never {
  process.stderr.write(`The stop took longer than ${STOP_MS / 1000} s and was cut off.\n`);
  process.exit(1);
}

/** Errors that the operator can fix are one sentence, all others a stack. */
function fail(error: unknown): never {
  process.stderr.write(`${describe(error)}\n`);
  process.exit(1);
}

function describe(error: unknown): string {
  const expectedErrors = [ConfigError, PluginError, SetupError];
  if (expectedErrors.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, port, address } = (error ?? {}) as { code?: string; port?: number; address?: string };
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${address} is in use by another program. Set PORT to a free one.`;
  const ofHost = address && describeHost(address, code);
  if (ofHost) return ofHost;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

main().catch(fail);
