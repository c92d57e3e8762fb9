/** The PostgreSQL server that all measurements share, and its databases. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { dropDatabase } from '../scripts/drop-database.mjs';

const HOST = fileURLToPath(new URL('postgres-host.mjs', import.meta.url));

/** Starts the server. @returns version, postmasterPid, urlOf(name), connect(name), create(name, template), drop(name), stop(). */
export async function startPostgres() {
  const host = fork(HOST, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const exited = once(host, 'exit');
  const [server] = await Promise.race([
    once(host, 'message'),
    exited.then(() => {
      throw new Error('PostgreSQL did not start');
    }),
  ]);
  const urlOf = (name) => server.url.replace(/\/[^/]*$/, `/${name}`);
  const connect = async (name) => {
    const client = new pg.Client({ connectionString: urlOf(name) });
    await client.connect();
    return client;
  };
  const administer = async (statement) => {
    const client = await connect('bench');
    try {
      return await client.query(statement);
    } finally {
      await client.end();
    }
  };
  const { rows } = await administer(`select current_setting('server_version') as version`);
  return {
    version: rows[0].version,
    postmasterPid: server.postmasterPid,
    urlOf,
    connect,
    create: (name, template = 'template1') => administer(`create database ${name} template ${template}`),
    drop: (name) => dropDatabase(administer, name),
    stop: async () => {
      if (host.connected) host.send('stop');
      await exited;
    },
  };
}
