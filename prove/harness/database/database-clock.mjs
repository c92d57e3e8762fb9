// The clock of a cluster's database, which a trial can move while the server runs. With libfaketime the whole server is
// moved, its own timeouts included. Without it, functions of the same names stand before those of PostgreSQL, so that every
// statement of the service and every default of a column goes by the moved clock, on any machine.
import { existsSync } from 'node:fs';
import { chmod, rename, writeFile } from 'node:fs/promises';

const LIBRARIES = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`,
);

/** Where libfaketime is installed; undefined where it is not. */
export const FAKETIME = process.platform === 'linux' ? LIBRARIES.find((path) => existsSync(path)) : undefined;

/** @param {string} file that the server reads its offset from @returns environment of the server */
export const fakedTime = (file) => ({
  LD_PRELOAD: FAKETIME,
  FAKETIME_TIMESTAMP_FILE: file,
  FAKETIME_NO_CACHE: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
});

export async function writeOffset(file, seconds) {
  // Renamed into place: a half-written file would be another time for a moment.
  await writeFile(`${file}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`);
  await chmod(`${file}.new`, 0o644);
  await rename(`${file}.new`, file);
}

/** Puts the functions in place. Sessions that are opened after it see them. @param query of the owner */
export async function standInForClock(query) {
  await query(`create table clock_of_the_trial (ahead interval not null)`);
  await query(`insert into clock_of_the_trial values ('0')`);
  for (const name of ['clock_timestamp', 'statement_timestamp', 'now'])
    await query(`create function public.${name}() returns timestamptz volatile language sql
      as $$ select pg_catalog.${name}() + ahead from public.clock_of_the_trial $$`);
  const columns = await query(`select table_name, column_name from information_schema.columns
    where table_schema = 'public' and column_default = 'clock_timestamp()'`);
  for (const { table_name: table, column_name: column } of columns)
    await query(`alter table ${table} alter column ${column} set default public.clock_timestamp()`);
  const [{ database }] = await query('select current_database() as database');
  await query(`alter database "${database}" set search_path = public, pg_catalog`);
}

export const moveStandIn = (query, seconds) =>
  query(`update clock_of_the_trial set ahead = make_interval(secs => $1)`, [seconds]);
