/**
 * Runs the benchmark's PostgreSQL, the embedded one, in a temporary directory. It is a process of its own, so that the server
 * stops and its files are removed however the benchmark ends.
 */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@offprint/embedded-postgres';

const directory = await mkdtemp(join(tmpdir(), 'offprint-bench-'));
await chmod(directory, 0o755); // PostgreSQL's own account must get in
const server = await startEmbeddedPostgres({ directory, database: 'bench' });

let stopping = false;
async function stop() {
  if (stopping) return;
  stopping = true;
  await server.stop();
  await rm(directory, { recursive: true, force: true });
  process.exit(0);
}
process.on('message', stop);
process.on('disconnect', stop);
// A terminal sends SIGINT to all processes, but the benchmark must stop its services first.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});

const [pid] = (await readFile(join(server.dataDirectory, 'postmaster.pid'), 'utf8')).split('\n');
process.send({ url: server.url, postmasterPid: Number(pid) });
