// Starts the demo's service: `node dist/main.js` with its own data directory, its own PostgreSQL and a free port. It clears
// settings of the shell that belong to another service, so that a demo never touches a real database.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../build-first.mjs';

const READY = /Offprint is ready at (\S+)/;
/** Maximum number of concurrent demos in one directory. */
const MOST_AT_ONCE = 5;
const STOP_MS = 20_000;

/** The service did not start; `log` is its output. */
class ServiceError extends Error {
  constructor(message, log) {
    super(message);
    this.log = log;
  }
}

/**
 * Starts the service in `data/demo`, or in `data/demo-2`, … when another demo uses that directory.
 * @returns {{ url, name, reports, directory, log(), gone, stop() }} directories relative to the working directory.
 */
export async function startService(signal) {
  let port = await preferredPort();
  for (let number = 1; number <= MOST_AT_ONCE;) {
    const name = number === 1 ? 'demo' : `demo-${number}`;
    const service = launch(name, port);
    const stopOnAbort = () => void service.stop();
    signal.addEventListener('abort', stopOnAbort);
    const url = await service.ready();
    signal.removeEventListener('abort', stopOnAbort);
    signal.throwIfAborted();
    if (url) return { ...service, url };
    const said = service.log();
    if (/and only one may/.test(said)) number += 1;
    else if (port !== 0 && /in use by another program/.test(said)) port = 0;
    else throw new ServiceError(`The service did not start (exit code ${service.child.exitCode}).`, said);
  }
  throw new ServiceError(`${MOST_AT_ONCE} demos are running in this directory already.`, '');
}

function launch(name, port) {
  const directory = join('data', name);
  const reports = join('reports', name);
  mkdirSync(reports, { recursive: true });
  const logFile = join(reports, 'service.log');
  // A file instead of a pipe: the service can still write, and stop gracefully, when the demo is killed.
  const output = openSync(logFile, 'w', 0o600);
  const tether = new URL('tether.mjs', import.meta.url).href;
  const child = spawn(process.execPath, ['--import', tether, join(root, 'dist/main.js')], {
    env: { ...process.env, ...settings(directory, port) },
    stdio: ['ignore', output, output, 'ipc'],
  });
  closeSync(output);
  const gone = once(child, 'exit').catch(() => undefined);
  const ended = () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
  const log = () => readFileSync(logFile, 'utf8');
  return {
    child,
    name,
    reports,
    directory,
    log,
    gone,
    /** Returns the service's address, or undefined when it ended first. */
    async ready() {
      for (;;) {
        const over = ended();
        const url = READY.exec(log())?.[1];
        if (url || over) return url;
        await sleep(25);
      }
    },
    /** Stops gracefully; resolves when the process has ended. Idempotent. */
    async stop() {
      if (ended()) return;
      child.kill('SIGTERM');
      const bound = new AbortController();
      const force = sleep(STOP_MS, undefined, bound).then(
        () => child.kill('SIGKILL'),
        () => undefined,
      );
      await gone;
      bound.abort();
      await force;
    },
  };
}

function settings(directory, port) {
  return {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: resolve(directory),
    ENABLE_FAULT_MODEL: 'true',
    LOG_LEVEL: 'info',
    LOG_FORMAT: 'pretty',
    // An empty value means the default.
    ...Object.fromEntries(
      [
        'DATABASE_URL',
        'PUBLIC_URL',
        'CATALOGUE_DIR',
        'JWT_SECRET',
        'AUTH_JWKS_URI',
        'REGISTRATION',
        'ROLES',
        'SIGNUP_CREDITS',
        'PLATFORM_RATE_LIMIT',
        'PLATFORM_RATE_LIMIT_PER',
        'OUTPUT_RETENTION_DAYS',
        'PLUGINS',
      ].map((name) => [name, '']),
    ),
  };
}

/** Returns PORT or 3000, or 0 (any free port) when it is in use. */
async function preferredPort() {
  const wanted = Number(process.env.PORT) || 3000;
  return (await isFree(wanted)) ? wanted : 0;
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
