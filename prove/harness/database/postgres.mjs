// The real embedded PostgreSQL of a cluster, with fsync on, and its faults: an immediate stop (a crash without a checkpoint,
// followed by recovery from the log), a freeze of all its processes, a restart on the same port with the same data.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { isRunning, sendMessage, startChild } from '../cluster/child.mjs';
import { freePort } from '../cluster/ports.mjs';

const HOST = fileURLToPath(new URL('postgres-host.mjs', import.meta.url));

export class Postgres {
  /** @param {string} [clockFile] offset of the server's clock (database-clock.mjs) */
  constructor({ directory, logFile, settings = {}, clockFile }) {
    Object.assign(this, { directory, logFile, settings, clockFile });
  }

  /** Starts the server, for the first time or again; resolves when it accepts connections. */
  async start() {
    this.port ??= await freePort();
    const { directory, port, settings, clockFile } = this;
    const options = JSON.stringify({ directory, port, settings, clockFile });
    const { PATH, HOME, TMPDIR, USER, TEST_POSTGRES_PROGRAMS } = process.env;
    const host = startChild(HOST, [options], {
      env: { PATH, HOME, TMPDIR, USER, ...(TEST_POSTGRES_PROGRAMS && { TEST_POSTGRES_PROGRAMS }) },
      cwd: '/',
      logFile: this.logFile,
      endWith: 'SIGTERM',
    });
    this.host = host;
    const started = new Promise((resolve) => host.once('message', resolve));
    const server = await Promise.race([started, host.gone.then(() => null)]);
    if (!server) throw new Error(`PostgreSQL did not start; see ${this.logFile}`);
    this.url = server.url;
    this.pid = server.pid;
    this.dataDirectory = server.dataDirectory;
  }

  /** Returns the ids of the server process and of its sessions. */
  processes() {
    const children = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => parentOf(pid) === this.pid);
    return [this.pid, ...children.map(Number)];
  }

  /** Returns the last lines of the log of the running server. */
  lastLogLines() {
    const folder = join(this.dataDirectory, 'log');
    const newest = readdirSync(folder).sort().at(-1);
    return readFileSync(join(folder, newest), 'utf8').split('\n').slice(-30);
  }

  /** Sends SIGSTOP or SIGCONT to the server and all its sessions. */
  signalAll(signal) {
    for (const pid of this.processes()) tryKill(pid, signal);
  }

  get isUp() {
    return parentOf(this.pid) !== null;
  }

  /** Stops the server in immediate mode: sessions are cut, nothing is flushed. Resolves when it has exited. */
  async stopImmediate() {
    tryKill(this.pid, 'SIGQUIT');
    while (this.isUp) await sleep(5);
    await this.stopHost();
  }

  /** Stops the server gracefully; resolves when it has exited. */
  async stop() {
    if (this.pid) this.signalAll('SIGCONT');
    await this.stopHost();
  }

  /** Ends the process that owns the server. */
  async stopHost() {
    if (!isRunning(this.host)) return;
    sendMessage(this.host, 'stop');
    await this.host.gone;
  }

  /** Connects every 5 ms until the server accepts. @returns the time of success (performance.now) */
  async acceptedAt() {
    for (;;) {
      const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: 1000 });
      client.on('error', () => {});
      try {
        await client.connect();
        await client.query('select 1');
        return performance.now();
      } catch {
        await sleep(5);
      } finally {
        client.end().catch(() => {});
      }
    }
  }
}

function tryKill(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has just exited.
  }
}

/** Returns the parent's id; null when the process does not exist or is a zombie. */
function parentOf(pid) {
  try {
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return state === 'Z' ? null : Number(parent);
  } catch {
    return null;
  }
}
