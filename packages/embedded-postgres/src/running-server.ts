/**
 * The address of the embedded server that a running service on the same data directory has up, for command-line
 * tools that work beside it: they join it instead of starting one.
 */
import { Client } from 'pg';
import { SERVICE_ROLE } from './database-access.js';
import { readState } from './state-file.js';

/** @returns null when no server of this data directory answers. */
export async function runningServerUrl(dataDirectory: string, database = 'offprint'): Promise<string | null> {
  const state = await readState(dataDirectory);
  if (!state?.port) return null;
  const url = `postgres://${SERVICE_ROLE}:${state.password}@127.0.0.1:${state.port}/${database}`;
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  // Whatever else listens on that port now does not know the password.
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
