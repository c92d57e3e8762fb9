// Moves the clock of a cluster's database while the server runs. With libfaketime this includes the server's own timeouts.
// Without it, functions of the same names shadow those of PostgreSQL, so that every statement of the service and every
// column default reads the moved clock, on any machine.
import { existsSync } from 'node:fs';
import { chmod, rename, writeFile } from 'node:fs/promises';

const LIBRARIES = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`,
);

/** Path of libfaketime; undefined where it is not installed. */
export const FAKETIME = process.platform === 'linux' ? LIBRARIES.find((path) => existsSync(path)) : undefined;

/** @param {string} file from which the server reads its offset @returns environment of the server */
export const fakedTime = (file) => ({
  LD_PRELOAD: FAKETIME,
  FAKETIME_TIMESTAMP_FILE: file,
  FAKETIME_NO_CACHE: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
});

export async function writeOffset(file, seconds) {
  // Renames the file into place: the server would read a wrong time from a half-written file.
  await writeFile(`${file}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`);
  await chmod(`${file}.new`, 0o644);
  await rename(`${file}.new`, file);
}

/** Creates the shadowing functions. New sessions use them. @param query of the owner */
export async function replaceClockFunctions(query) {
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

export const moveReplacedClock = (query, seconds) =>
  query(`update clock_of_the_trial set ahead = make_interval(secs => $1)`, [seconds]);
