// A real Redis on a free loopback port with its files in a temporary directory, and its faults: a kill, a freeze, a restart on the
// same port and files, a clock that moves. REDIS_SERVER selects another program.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { freePort } from '../cluster/ports.mjs';
import { fakedTime, FAKETIME, writeOffset } from '../database/database-clock.mjs';

const START_MS = 10_000;

export class RedisServer {
  #aheadMs = 0;
  #child;
  #directory;
  #options;

  /**
   * @param {{isDurable?: boolean, fsync?: 'always' | 'everysec', hasClock?: boolean, password?: string}} [options]
   * `isDurable`: every request is written to a file, and a restarted server reads it; `hasClock`: the test moves its clock
   */
  static async start(options = {}) {
    const server = new RedisServer();
    server.#options = options;
    server.port = await freePort();
    server.#directory = await mkdtemp(join(tmpdir(), 'offprint-redis-'));
    process.once('exit', server.#killAtExit);
    await server.advance(0);
    await server.resume();
    return server;
  }

  #killAtExit = () => this.#child?.kill('SIGKILL');

  get url() {
    const { password } = this.#options;
    return `redis://${password ? `:${password}@` : ''}127.0.0.1:${this.port}`;
  }

  /** Moves its clock. */
  async advance(ms) {
    if (!this.#options.hasClock) return;
    this.#aheadMs += ms;
    await writeOffset(join(this.#directory, 'clock'), this.#aheadMs / 1_000);
  }

  /** Ends the process at once, as a crash does. */
  async kill() {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Freezes the process: connections stay open and no request is answered. */
  freeze() {
    this.#child.kill('SIGSTOP');
  }

  thaw() {
    this.#child.kill('SIGCONT');
  }

  /** Starts the process again on the same port and files. */
  async resume() {
    const { isDurable, fsync = 'everysec', hasClock, password } = this.#options;
    if (hasClock && !FAKETIME) throw new Error('this test needs libfaketime (Debian: faketime)');
    const { REDIS_SERVER = 'redis-server', PATH } = process.env;
    const child = spawn(
      REDIS_SERVER,
      [
        ...['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.#directory, '--save', ''],
        ...['--daemonize', 'no', '--appendonly', isDurable ? 'yes' : 'no', '--appendfsync', fsync],
        ...(password ? ['--requirepass', password] : []),
      ],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { PATH, ...(hasClock && movableTime(join(this.#directory, 'clock'))) },
      },
    );
    this.#child = child;
    await untilReady(child);
  }

  /** Sends one command on a connection of its own. */
  async command(...words) {
    const client = createClient({ url: this.url, socket: { reconnectStrategy: false } });
    client.on('error', () => {});
    await client.connect();
    try {
      return await client.sendCommand(words);
    } finally {
      client.destroy();
    }
  }

  async stop() {
    await this.kill();
    process.off('exit', this.#killAtExit);
    await rm(this.#directory, { recursive: true, force: true });
  }
}

/**
 * Returns the environment of a Redis with a movable clock. It avoids Debian's jemalloc, which reads the clock while libfaketime
 * starts, so that both wait forever.
 */
const movableTime = (file) => ({ ...fakedTime(file), LD_PRELOAD: `${FAKETIME}:libc.so.6` });

async function untilReady(child) {
  const stopped = new AbortController();
  const ready = new Promise((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      if (/Ready to accept connections/i.test(line)) resolve();
    });
  });
  const failed = Promise.race([
    once(child, 'error', stopped).catch(() => {}),
    once(child, 'exit', stopped),
    sleep(START_MS, undefined, stopped),
  ]).then(() => {
    throw new Error('Redis did not start: it needs redis-server (Debian), or REDIS_SERVER');
  });
  failed.catch(() => {});
  await Promise.race([ready, failed]).finally(() => stopped.abort());
}
