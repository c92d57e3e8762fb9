/** Starts versitygw on a directory of its own, as `npm run lane -- s3` has built it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { S3Settings } from '@offprint/s3-storage';

export const CREDENTIALS = { accessKeyId: 'offprint-test', secretAccessKey: 'a-secret-of-the-tests' };
const START_MS = 20_000;
const POLL_MS = 20;

/** A running S3 server. */
export class S3Server {
  private constructor(
    readonly port: number,
    private readonly directory: string,
    private readonly data: string,
    private process: ChildProcess | null,
  ) {}

  /** @param data directory of the objects, for a file system of its own. */
  static async start(data?: string): Promise<S3Server> {
    const directory = await mkdtemp(join(tmpdir(), 'offprint-s3-'));
    const server = new S3Server(await freePort(), directory, data ?? join(directory, 'data'), null);
    await mkdir(join(directory, 'meta'), { recursive: true });
    await mkdir(server.data, { recursive: true });
    await server.resume();
    return server;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Creates an empty bucket. @returns settings of a storage in it. */
  async createBucket(bucket: string): Promise<S3Settings> {
    await mkdir(join(this.data, bucket), { recursive: true });
    return { bucket, endpoint: this.endpoint, credentials: CREDENTIALS, timeoutSeconds: 5 };
  }

  /** Lists every file that the server stores for a bucket, its own and the parts of incomplete uploads included. */
  async filesOf(bucket: string): Promise<string[]> {
    const entries = await readdir(join(this.data, bucket), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(join(this.data, bucket).length + 1));
  }

  /** Ends the process at once, as a crash does. */
  async kill(): Promise<void> {
    const running = this.process;
    this.process = null;
    if (!running || running.exitCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
  }

  /** Stops the process without ending it: connections stay open and nothing is answered. */
  async freeze(): Promise<void> {
    const { pid } = this.process!;
    this.process!.kill('SIGSTOP');
    // Its other threads run on until one of them has taken the signal.
    const isStopped = async (thread: string) => {
      const line = await readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8');
      return line.slice(line.lastIndexOf(')') + 2).startsWith('T');
    };
    const threads = await readdir(`/proc/${pid}/task`);
    while (!(await Promise.all(threads.map(isStopped))).every(Boolean)) await sleep(5);
  }

  thaw(): void {
    this.process!.kill('SIGCONT');
  }

  /** Starts the process again on the same port and data. */
  async resume(): Promise<void> {
    const { VERSITYGW: program } = process.env;
    if (!program) throw new Error('npm run lane -- s3 runs these tests: it builds the server.');
    const args = ['--port', `127.0.0.1:${this.port}`, '--health', '/health', '--quiet'];
    this.process = spawn(program, [...args, 'posix', '--sidecar', join(this.directory, 'meta'), this.data], {
      stdio: 'ignore',
      env: {
        PATH: process.env['PATH'],
        ROOT_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
        ROOT_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
      },
    });
    await this.untilReady(this.process);
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.directory, { recursive: true, force: true });
  }

  private async untilReady(child: ChildProcess): Promise<void> {
    const until = performance.now() + START_MS;
    for (;;) {
      const isUp = await fetch(`${this.endpoint}/health`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isUp) return;
      if (child.exitCode !== null || performance.now() > until) throw new Error('versitygw did not start');
      await sleep(POLL_MS);
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
