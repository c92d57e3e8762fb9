// Owns the embedded PostgreSQL of a cluster in a process of its own, so that a trial can stop and restart the server.
// Started by postgres.mjs with its options as JSON.
import childProcess from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { fakedTime } from './database-clock.mjs';

const { directory, port, settings, clockFile } = JSON.parse(process.argv[2]);
if (clockFile) {
  const { spawn } = childProcess;
  childProcess.spawn = (program, args, options) =>
    spawn(program, args, { ...options, env: { ...options.env, ...fakedTime(clockFile) } });
  syncBuiltinESMExports();
}
const { startEmbeddedPostgres } = await import('@offprint/embedded-postgres');

const server = await startEmbeddedPostgres({
  directory,
  port,
  settings,
  programs: process.env.TEST_POSTGRES_PROGRAMS,
  log: (line) => console.log(line),
}).catch((error) => {
  console.error(error.message);
  process.exit(1);
});
const [pid] = (await readFile(join(server.dataDirectory, 'postmaster.pid'), 'utf8')).split('\n');

const stop = () => void server.stop().finally(() => process.exit(0));
process.on('message', stop);
process.on('disconnect', stop);
process.on('SIGTERM', stop);
process.send({ url: server.url, pid: Number(pid), dataDirectory: server.dataDirectory });
