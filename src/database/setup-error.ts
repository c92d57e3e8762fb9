/** What an operator can mend before the service can start, in a sentence. */
import { Client } from 'pg';

/** Its message is all that is printed, on one line: no stack. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}

/** Where a database is and as whom it is entered, for messages; never the password. */
interface Place {
  server: string;
  database: string;
  role: string;
}

const SENTENCES: Record<string, (place: Place, said: string) => string> = {
  '3D000': ({ server, database, role }) =>
    `The database "${database}" does not exist on ${server}: create it with: create database "${database}" owner "${role}".`,
  '28P01': ({ server, role }) =>
    `PostgreSQL on ${server} rejected the password of the role "${role}": correct DATABASE_URL.`,
  '28000': ({ server, role }, said) =>
    `PostgreSQL on ${server} rejected the role "${role}" (${said}): correct DATABASE_URL, or allow the role to connect.`,
  '42501': ({ database, role }, said) =>
    `The role "${role}" must own the database "${database}" (${said}): make it the owner with: alter database "${database}" owner to "${role}", and run the service with the role that owns its tables.`,
  '25006': ({ server, database }) =>
    `The database "${database}" on ${server} is read-only: set DATABASE_URL to the primary server, not to a standby.`,
};

/** Of these it is certain at once; the others may pass while a server is starting or failing over. */
const PERMANENT = new Set(['3D000', '28P01', '28000', '42501']);

/** @returns what is wrong with the operator's database, or null when the error says nothing about that. */
export function findSetupError(error: unknown, url: string): SetupError | null {
  if (error instanceof SetupError) return error;
  const cause = causesOf(error).find(({ code }) => code !== undefined && code in SENTENCES);
  return cause ? new SetupError(SENTENCES[cause.code!]!(placeOf(url), cause.message)) : null;
}

export function isPermanentSetupError(error: unknown): boolean {
  return error instanceof SetupError || causesOf(error).some(({ code }) => PERMANENT.has(code ?? ''));
}

/** A database that was not there for as long as a start waits. */
export function unreachable(error: unknown, url: string): SetupError {
  const { server } = placeOf(url);
  const [cause] = causesOf(error);
  const said = cause?.message || cause?.code || String(error);
  return new SetupError(
    `The database on ${server} cannot be reached (${said}): start it, or correct DATABASE_URL.`,
  );
}

interface Cause {
  code?: string;
  message: string;
}

/** The error and what it wraps. */
function causesOf(error: unknown): Cause[] {
  const causes: Cause[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, driverError } = cause as { code?: unknown; driverError?: unknown };
    causes.push({ code: typeof code === 'string' ? code : undefined, message: cause.message });
    if (driverError instanceof Error && driverError !== cause) causes.push(...causesOf(driverError));
  }
  return causes;
}

function placeOf(url: string): Place {
  const { host, port, database, user } = new Client({ connectionString: url });
  const server = host.startsWith('/') ? host : `${host}:${port}`;
  return { server, database: database ?? '', role: user ?? '' };
}
