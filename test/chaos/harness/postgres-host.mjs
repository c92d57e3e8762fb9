// The process that owns the embedded PostgreSQL of a cluster, so that the trials can take the server down and bring it
// back without taking themselves along. Started by postgres.mjs with its options as JSON.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../../dist/database/embedded/embedded-postgres.js';

const { directory, port, settings } = JSON.parse(process.argv[2]);

const server = await startEmbeddedPostgres({
  directory,
  port,
  settings,
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
