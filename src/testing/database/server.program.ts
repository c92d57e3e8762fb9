/**
 * Runs the PostgreSQL of test runs as a process of its own: it stops the server and removes its directory when its standard input ends,
 * which happens when the process that has started it ends, even by SIGKILL. Prints the URL as one line of JSON.
 */
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@offprint/embedded-postgres';

/** The data does not outlive the run, so nothing has to survive a power cut, and the log is never read. */
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', wal_compression: 'off' };

async function run(): Promise<void> {
  const ended = once(process.stdin.resume(), 'close');
  const directory = await mkdtemp(join(tmpdir(), 'offprint-test-'));
  try {
    await chmod(directory, 0o711); // PostgreSQL's own account must be able to traverse it.
    const data = join(directory, 'server');
    await mkdir(data);
    await chmod(data, 0o711);
    const programs = process.env.TEST_POSTGRES_PROGRAMS;
    const server = await startEmbeddedPostgres({ directory: data, settings: SETTINGS, programs });
    try {
      process.stdout.write(`${JSON.stringify({ url: server.url.replace(/\/[^/]*$/, ''), directory })}\n`);
      await ended;
    } finally {
      await server.stop();
    }
  } finally {
    await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  }
}

await run();
