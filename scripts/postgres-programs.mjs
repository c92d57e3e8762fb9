// `--postgres 15`: the tests and the trials run on another PostgreSQL than the embedded one, Debian's
// (`apt-get install postgresql-15`). Processes of the run find its programs in TEST_POSTGRES_PROGRAMS.
import { existsSync } from 'node:fs';

/** @param {string} version 15; undefined: the embedded PostgreSQL */
export function usePostgres(version) {
  if (version === undefined) return;
  if (!/^\d+$/.test(version)) stop(`--postgres takes a major version, such as 15`);
  const programs = `/usr/lib/postgresql/${version}/bin`;
  if (!existsSync(`${programs}/initdb`))
    stop(`${programs} is missing: install it with apt-get install postgresql-${version}`);
  process.env.TEST_POSTGRES_PROGRAMS = programs;
}

function stop(message) {
  console.error(message);
  process.exit(2);
}
