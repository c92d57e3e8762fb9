/** Starts a Redis on a free loopback port, with its files in a temporary directory. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../scripts/free-port.mjs';
import { findProgram } from './debian.mjs';

/** `durable` flushes every write to disk before the response, as PostgreSQL does with a commit. */
const PERSISTENCE = {
  durable: ['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''],
  volatile: ['--appendonly', 'no', '--save', ''],
};

/** Starts Redis until the end of the row. @returns url and pid. */
export async function startRedis({ after, log }, { durable }) {
  const program = findProgram('redis-server', 'redis-server', log);
  const directory = await mkdtemp(join(tmpdir(), 'offprint-bench-'));
  const port = await freePort();
  const child = spawn(
    program,
    [
      ...['--port', String(port), '--bind', '127.0.0.1', '--dir', directory, '--daemonize', 'no'],
      ...PERSISTENCE[durable ? 'durable' : 'volatile'],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const exited = once(child, 'exit');
  const killOnExit = () => child.kill('SIGKILL');
  process.once('exit', killOnExit);
  after(async () => {
    process.off('exit', killOnExit);
    child.kill('SIGTERM');
    await exited;
    await rm(directory, { recursive: true, force: true });
  });
  const ready = new Promise((resolve) =>
    createInterface(child.stdout).on('line', (line) => line.includes('Ready to accept') && resolve()),
  );
  await Promise.race([
    ready,
    exited.then(() => {
      throw new Error('Redis ended during its start');
    }),
  ]);
  return { url: `redis://127.0.0.1:${port}`, pid: child.pid };
}
