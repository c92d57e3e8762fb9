/**
 * Which releases may share a database. Each start writes the oldest release that can serve beside it and after it, before its migrations
 * run. A process of an older release does not start from then on, and this start is refused while one runs. The table: docs/releases.md.
 */
import { type Queryable, SetupError } from '@offprint/postgres';
import { packageVersion } from '../env/index.js';
import { readDescription } from './process-description.js';
import { LIST_PROCESSES } from './process-list.sql.js';
import { FIND_OLDEST_RELEASE, RAISE_OLDEST_RELEASE, READ_OLDEST_RELEASE } from './releases.sql.js';

/** Raised by the commit after which an older release can no longer serve on this database, or beside this release. */
export const OLDEST_RELEASE = '0.1.0';

/** A version before a release, such as 0.3.0-rc.1, counts as that release. */
const isOlder = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true }) < 0;

/** @throws {SetupError} when the database was used by a release that this one cannot follow. @returns null before the column exists. */
export async function requireRelease(session: Queryable): Promise<string | null> {
  if ((await session.run(FIND_OLDEST_RELEASE, {})).length === 0) return null;
  const { database, oldest } = (await session.run(READ_OLDEST_RELEASE, {}))[0]!;
  const own = packageVersion();
  if (isOlder(own, oldest))
    throw new SetupError(
      `The database "${database}" was upgraded by a release that ${oldest} and newer can follow, and this is ${own}: start ${oldest} or newer, or restore the backup of before the upgrade.`,
    );
  return oldest;
}

/**
 * Runs under the migration lock, before and after the migrations: of a database without the column they make it.
 * @throws {SetupError} when this release cannot follow, or a process that is too old runs
 */
export async function claimRelease(session: Queryable, release = OLDEST_RELEASE): Promise<void> {
  const oldest = await requireRelease(session);
  const running = (await session.run(LIST_PROCESSES, {})).map(({ name }) => readDescription(name));
  const older = running.find((one) => one && isOlder(one.version, release));
  if (older)
    throw new SetupError(
      `The process ${older.name} is of the release ${older.version}, and this release serves beside ${release} and newer: stop every older process, then start this one again.`,
    );
  if (oldest !== null && isOlder(oldest, release)) await session.run(RAISE_OLDEST_RELEASE, { release });
}
