/** An operator can fix these before the service can start. Each is one sentence. */
import type { EmbeddedDatabaseError } from '@offprint/embedded-postgres';
import { causesOf, describeHosts, parseAddress, SetupError } from '@offprint/postgres';
import { Client } from 'pg';

/** The tool creates no installation. */
export class NoInstallation extends SetupError {}

/** For messages; never the password. */
interface Target {
  server: string;
  database: string;
  role: string;
}

const SENTENCES: Record<string, (target: Target & { setting: string }, reason: string) => string> = {
  '3D000': ({ server, database, role }) =>
    `The database "${database}" does not exist on ${server}: create it with: create database "${database}" owner "${role}".`,
  '28P01': ({ server, role, setting }) =>
    `PostgreSQL on ${server} rejected the password of the role "${role}": correct ${setting}.`,
  '28000': ({ server, role, setting }, reason) =>
    `PostgreSQL on ${server} rejected the role "${role}" (${reason}): correct ${setting}, or allow the role to connect.`,
  '42501': ({ database, role }, reason) =>
    `The role "${role}" must own the database "${database}" (${reason}): make it the owner with: alter database "${database}" owner to "${role}", and run the service with the role that owns its tables.`,
  '25006': ({ server, database, setting }) =>
    `The database "${database}" on ${server} is read-only: set ${setting} to the primary server, or to all servers of the cluster, not to a standby.`,
};

/** These have no SQLSTATE, or one that says too little. */
const BY_MESSAGE: [RegExp, (target: Target & { setting: string }, reason: string) => string][] = [
  [
    /does not support SSL|SSLRequest response/i,
    ({ server, setting }) =>
      `The server on ${server} offers no TLS, and sslmode of ${setting} asks for it: turn it on in the server, or set sslmode=disable where the network is trusted.`,
  ],
  [
    /certificate|Hostname\/IP does not match/i,
    ({ server, setting }, reason) =>
      `The certificate of the server on ${server} is not trusted (${reason}): name its authority by sslrootcert in ${setting}, or correct the host.`,
  ],
  [
    /not currently accepting connections/,
    ({ server, database }) =>
      `The database "${database}" on ${server} takes no connections: allow them with: alter database "${database}" allow_connections true.`,
  ],
];

/** @returns the setup error behind `error`, or null when its cause is another. */
export function findSetupError(error: unknown, url: string, setting = 'DATABASE_URL'): SetupError | null {
  if (error instanceof SetupError) return error;
  for (const { code = '', message } of causesOf(error)) {
    const sentence = SENTENCES[code] ?? BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1];
    if (sentence) return new SetupError(sentence({ ...targetOf(url), setting }, message));
  }
  return null;
}

/** The embedded PostgreSQL names only its own options, so this adds the settings of the service. */
export function embeddedSetupError(error: EmbeddedDatabaseError): SetupError {
  const hint = 'To do so, set DATA_DIR to another directory, or set DATABASE_URL to use your own PostgreSQL.';
  return new SetupError(`${error.message}\n${hint}`, { cause: error });
}

export function unreachableError(error: unknown, url: string, setting = 'DATABASE_URL'): SetupError {
  return new SetupError(`${describeAbsence(error, url)}: start it, or correct ${setting}.`);
}

export function describeWait(error: unknown, url: string, leftMs: number): string {
  return `${describeAbsence(error, url)}: trying again for ${Math.round(leftMs / 1000)} s`;
}

function describeAbsence(error: unknown, url: string): string {
  const [cause] = causesOf(error);
  const reason = cause?.message || cause?.code || String(error);
  return `The database on ${targetOf(url).server} cannot be reached (${reason})`;
}

/** "the database "offprint" on 127.0.0.1:5432", without the password. */
export function describeDatabase(url: string): string {
  const { server, database } = targetOf(url);
  return `the database "${database}" on ${server}`;
}

function targetOf(url: string): Target {
  const address = parseAddress(url);
  const { hosts } = address;
  const { host, port, database, user } = new Client({ connectionString: address.urlOf(hosts[0]!) });
  const one = host.startsWith('/') ? host : `${host}:${port}`;
  const server = hosts.length > 1 ? describeHosts(hosts) : one;
  return { server, database: database ?? '', role: user ?? '' };
}
