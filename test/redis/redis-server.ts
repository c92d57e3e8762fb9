/** Starts a real Redis on a free loopback port, with its files in a temporary directory. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { fakedTime, FAKETIME, writeOffset } from '../../prove/harness/database/database-clock.mjs';

const START_MS = 10_000;

export interface RedisServerOptions {
  /** Every request is in a file before it is answered: a killed server loses nothing. */
  isDurable?: boolean;
  /** The test moves its clock. */
  hasClock?: boolean;
  password?: string;
}

/** A running Redis. */
export class RedisServer {
  private aheadMs = 0;
  private child!: ChildProcess;

  private constructor(
    readonly port: number,
    private readonly directory: string,
    private readonly options: RedisServerOptions,
  ) {}

  static async start(options: RedisServerOptions = {}): Promise<RedisServer> {
    const server = new RedisServer(
      await freePort(),
      await mkdtemp(join(tmpdir(), 'offprint-redis-')),
      options,
    );
    await server.advance(0);
    await server.resume();
    return server;
  }

  get url(): string {
    const { password } = this.options;
    return `redis://${password ? `:${password}@` : ''}127.0.0.1:${this.port}`;
  }

  /** Moves its clock. */
  async advance(ms: number): Promise<void> {
    if (!this.options.hasClock) return;
    this.aheadMs += ms;
    await writeOffset(join(this.directory, 'clock'), this.aheadMs / 1_000);
  }

  /** Ends the process at once, as a crash does. */
  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }

  /** Stops the process without ending it: connections stay open and nothing is answered. */
  freeze(): void {
    this.child.kill('SIGSTOP');
  }

  thaw(): void {
    this.child.kill('SIGCONT');
  }

  /** Starts the process again on the same port and files. */
  async resume(): Promise<void> {
    const { isDurable, hasClock, password } = this.options;
    if (hasClock && !FAKETIME) throw new Error('this test needs libfaketime (Debian: faketime)');
    const { REDIS_SERVER: program, PATH } = process.env;
    if (!program) throw new Error('npm run test:redis runs these tests: it finds or installs the server.');
    this.child = spawn(
      program,
      [
        ...['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.directory, '--save', ''],
        ...['--daemonize', 'no', '--appendonly', isDurable ? 'yes' : 'no', '--appendfsync', 'everysec'],
        ...(password ? ['--requirepass', password] : []),
      ],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { PATH, ...(hasClock && movableTime(join(this.directory, 'clock'))) },
      },
    );
    await untilReady(this.child);
  }

  /** Sends one command on a connection of its own. */
  async command(...words: string[]): Promise<unknown> {
    const client = createClient({ url: this.url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await client.sendCommand(words);
    } finally {
      client.destroy();
    }
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.directory, { recursive: true, force: true });
  }
}

/** Of Redis with a clock that the test moves. Debian's jemalloc reads the clock while libfaketime starts, and both wait forever. */
const movableTime = (file: string) => ({ ...fakedTime(file), LD_PRELOAD: `${FAKETIME}:libc.so.6` });

async function untilReady(child: ChildProcess): Promise<void> {
  const stopped = new AbortController();
  const ready = new Promise<void>((resolve) => {
    createInterface(child.stdout!).on('line', (line) => {
      if (/Ready to accept connections/i.test(line)) resolve();
    });
  });
  const failed = Promise.race([once(child, 'exit', stopped), sleep(START_MS, undefined, stopped)]).then(
    () => {
      throw new Error('Redis did not start');
    },
  );
  failed.catch(() => undefined);
  await Promise.race([ready, failed]).finally(() => stopped.abort());
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
