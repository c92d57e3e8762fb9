/**
 * Finds the server of a running process on the same data directory, for command-line tools that connect to it instead of
 * starting one.
 */
import { Client } from 'pg';
import { NOT_OF_ENVIRONMENT, SERVICE_ROLE } from './database-access.js';
import { readState } from './state-file.js';

/** Returns the URL of the server, or null when no server of this data directory responds. */
export async function runningServerUrl(dataDirectory: string, database = 'offprint'): Promise<string | null> {
  const state = await readState(dataDirectory);
  if (!state?.port) return null;
  const url = `postgres://${SERVICE_ROLE}:${state.password}@127.0.0.1:${state.port}/${database}`;
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000, ...NOT_OF_ENVIRONMENT });
  // Another server on that port rejects the password.
  client.on('error', () => {});
  try {
    await client.connect();
    return url;
  } catch {
    return null;
  } finally {
    await client.end();
  }
}

/** Returns whether `startEmbeddedPostgres` has created a cluster for this directory. */
export async function hasEmbeddedPostgres(dataDirectory: string): Promise<boolean> {
  return (await readState(dataDirectory))?.initialised ?? false;
}
