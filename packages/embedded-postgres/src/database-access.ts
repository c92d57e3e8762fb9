/**
 * Creates the client's role and database, and checks over a connection that the server at a port serves this cluster.
 */
import pg from 'pg';
import { SUPERUSER } from './data-directory.js';
import { errorCode } from './embedded-database-error.js';
import type { ClusterState } from './state-file.js';

/** The role of clients: owns its database, may create others (tests do), and is no superuser. */
export const SERVICE_ROLE = 'offprint';

const WRONG_PASSWORD = '28P01';
const ALREADY_EXISTS = new Set(['42710', '42P04', '23505']); // another session has just created it

/** What the driver would take from the environment (PGSSLMODE, PGOPTIONS, PGREPLICATION), which is meant for another server. */
export const NOT_OF_ENVIRONMENT = { ssl: false, options: '-c client_encoding=UTF8', replication: 'false' };

/** Runs `use` with a connection as superuser and closes it. */
async function asSuperuser<T>(
  port: number,
  password: string,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = newClient(port, SUPERUSER, password, 'postgres');
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Returns whether the server at the port accepts the stored password and serves this cluster. */
export async function isOurServer(port: number, state: ClusterState, data: string): Promise<boolean> {
  try {
    return await asSuperuser(port, state.superuserPassword, async (client) => {
      const { rows } = await client.query<{ data_directory: string }>('show data_directory');
      return rows[0]?.data_directory === data;
    });
  } catch {
    return false;
  }
}

/** Creates the role and the database if missing. Returns false when the superuser's password is not the stored one. */
export async function ensureRoleAndDatabase(
  port: number,
  state: ClusterState,
  database: string,
): Promise<boolean> {
  try {
    await asSuperuser(port, state.superuserPassword, async (client) => {
      await ensureRole(client, port, state, database);
      await ensureDatabase(client, database);
    });
    return true;
  } catch (error) {
    if (errorCode(error) === WRONG_PASSWORD) return false;
    throw error;
  }
}

async function ensureRole(
  client: pg.Client,
  port: number,
  state: ClusterState,
  database: string,
): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [SERVICE_ROLE]);
  const role = client.escapeIdentifier(SERVICE_ROLE);
  const attributes = `login createdb password ${client.escapeLiteral(state.password)}`;
  if (rowCount === 0) return ignoringExisting(client.query(`create role ${role} ${attributes}`));
  if (!(await passwordWorks(port, state.password, database)))
    await client.query(`alter role ${role} ${attributes}`);
}

async function passwordWorks(port: number, password: string, database: string): Promise<boolean> {
  const client = newClient(port, SERVICE_ROLE, password, database);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    return errorCode(error) !== WRONG_PASSWORD; // for instance: the database does not exist yet
  }
}

async function ensureDatabase(client: pg.Client, database: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
  if (rowCount !== 0) return;
  const [name, role] = [client.escapeIdentifier(database), client.escapeIdentifier(SERVICE_ROLE)];
  await ignoringExisting(client.query(`create database ${name} owner ${role}`));
}

async function ignoringExisting(creation: Promise<unknown>): Promise<void> {
  await creation.catch((error: unknown) => {
    if (!ALREADY_EXISTS.has(errorCode(error) ?? '')) throw error;
  });
}

function newClient(port: number, user: string, password: string, database: string): pg.Client {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user,
    password,
    database,
    ...NOT_OF_ENVIRONMENT,
    connectionTimeoutMillis: 10_000,
    application_name: 'offprint start',
  });
  client.on('error', () => undefined); // when a connection breaks while idle, its next query rejects
  return client;
}
