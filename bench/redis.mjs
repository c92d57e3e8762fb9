/** A Redis of the benchmark's own, on a free port of loopback, its files in a directory that goes with it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findProgram } from './debian.mjs';

/** `durable`: every write is on the disk before it is answered, as a commit of PostgreSQL is. */
const PERSISTENCE = {
  durable: ['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''],
  fleeting: ['--appendonly', 'no', '--save', ''],
};

/** @returns url and pid. It ends with the row. */
export async function startRedis({ after, log }, { durable }) {
  const program = findProgram('redis-server', 'redis-server', log);
  const directory = await mkdtemp(join(tmpdir(), 'offprint-bench-'));
  const port = await freePort();
  const child = spawn(
    program,
    [
      ...['--port', String(port), '--bind', '127.0.0.1', '--dir', directory, '--daemonize', 'no'],
      ...PERSISTENCE[durable ? 'durable' : 'fleeting'],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const gone = once(child, 'exit');
  const endToo = () => child.kill('SIGKILL');
  process.once('exit', endToo);
  after(async () => {
    process.off('exit', endToo);
    child.kill('SIGTERM');
    await gone;
    await rm(directory, { recursive: true, force: true });
  });
  const ready = new Promise((resolve) =>
    createInterface(child.stdout).on('line', (line) => line.includes('Ready to accept') && resolve()),
  );
  await Promise.race([
    ready,
    gone.then(() => {
      throw new Error('Redis ended at its start');
    }),
  ]);
  return { url: `redis://127.0.0.1:${port}`, pid: child.pid };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
