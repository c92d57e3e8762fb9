/**
 * The server's settings. They are written anew at every start; a server found running with other ones is restarted.
 *
 * Order, the last wins: what initdb found out about this machine, ours, the caller's, and `custom.conf` in the
 * cluster's home for an operator who tunes by hand. Address, port and sockets are not among them: they are given on the
 * command line, which no file overrides, so that the server never listens to the network.
 */
import { EmbeddedDatabaseError } from './embedded-database-error.js';

export interface ServerPlaces {
  data: string;
  log: string;
}

/** The name of a log file; sorts by age. */
const LOG_NAME = 'postgresql-%Y%m%d-%H%M%S.log';
export const LOG_NAME_PATTERN = /^postgresql-\d{8}-\d{6}\.log$/;

const SETTINGS: Readonly<Record<string, string>> = {
  cluster_name: 'offprint',
  // Money lives here: a commit that was acknowledged survives a power cut.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '200',
  shared_buffers: '128MB',
  wal_compression: 'on',
  // Many short statements: compiling them or spreading them over processes costs more than it gives, and parallel
  // workers need more of /dev/shm than containers have by default.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // To files of its own, so that logging outlives this process; old files are removed by `pruneLogs`.
  log_destination: 'stderr',
  logging_collector: 'on',
  log_filename: LOG_NAME,
  log_file_mode: '0600',
  log_rotation_size: '10MB',
  log_rotation_age: '0',
  log_line_prefix: '%m [%p] ',
  // Statements carry prompts and hashes of keys: they stay out of the log.
  log_min_error_statement: 'panic',
  log_statement: 'none',
};

/** The text of `postgresql.conf`. The version is part of it: a server of an older package is thus restarted. */
export function renderSettings(places: ServerPlaces, version: string, extra: Record<string, string>): string {
  const settings = { ...SETTINGS, log_directory: places.log, ...extra };
  return [
    `# Written at every start for PostgreSQL ${version}; put your own settings into custom.conf beside this file.`,
    `include_if_exists = ${quote(`${places.data}/postgresql.conf`)}`,
    ...Object.entries(settings).map(([name, value]) => `${checkedName(name)} = ${quote(value)}`),
    "include_if_exists = 'custom.conf'",
    '',
  ].join('\n');
}

function checkedName(name: string): string {
  if (/^[a-z_][\w.]*$/i.test(name)) return name;
  throw new EmbeddedDatabaseError(
    `"${name}" is not the name of a PostgreSQL setting.`,
    'Correct or remove it.',
  );
}

function quote(value: string): string {
  if (/[\n\r\0]/.test(value)) {
    throw new EmbeddedDatabaseError(
      'A PostgreSQL setting has a line break in its value.',
      'Correct or remove it.',
    );
  }
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
