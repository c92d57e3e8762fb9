/**
 * Renders the server's settings. They are written at every start; a running server with other settings is restarted.
 *
 * Order, the last wins: the results of initdb for this machine, the defaults below, the caller's settings, and the
 * operator's `custom.conf` in the cluster's home. Address, port and sockets are set on the command line, which no file
 * overrides, so that the server never listens on the network.
 */
import { EmbeddedDatabaseError } from './embedded-database-error.js';

export interface ServerPlaces {
  data: string;
  log: string;
}

/** Names of log files sort by age. */
const LOG_NAME = 'postgresql-%Y%m%d-%H%M%S.log';
export const LOG_NAME_PATTERN = /^postgresql-\d{8}-\d{6}\.log$/;

const SETTINGS: Readonly<Record<string, string>> = {
  cluster_name: 'offprint',
  // An acknowledged commit survives a power cut.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '200',
  shared_buffers: '128MB',
  // The first change of a page after a checkpoint writes the whole page to the WAL. Rare checkpoints make these page images
  // rare too: a create changes an index page of its account in each of several indexes. The price is disk space (up to
  // max_wal_size) and a longer recovery after a crash.
  checkpoint_timeout: '15min',
  max_wal_size: '4GB',
  // pglz: the packaged server is built without lz4.
  wal_compression: 'on',
  // For short statements, compilation and parallel workers cost more than they save; parallel workers also need more of
  // /dev/shm than containers have by default.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The server writes its own files, so that logging survives this process; `pruneLogs` removes old ones.
  log_destination: 'stderr',
  logging_collector: 'on',
  log_filename: LOG_NAME,
  log_file_mode: '0600',
  log_rotation_size: '10MB',
  log_rotation_age: '0',
  log_line_prefix: '%m [%p] ',
  // Statements contain data of users and hashes of keys: they are not logged.
  log_min_error_statement: 'panic',
  log_statement: 'none',
};

/** Returns the text of `postgresql.conf`. It contains the version, so that a server of another version is restarted. */
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
