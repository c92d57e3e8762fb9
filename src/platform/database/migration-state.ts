/** What migrations have done and do. The session that migrates says in its name (`application_name`) which migration runs, and since when. */
import { Injectable } from '@nestjs/common';
import { Database, type Queryable } from '@offprint/postgres';
import { MIGRATIONS } from './data-source.js';
import { LIST_MIGRATIONS } from './fit-database.sql.js';
import { LIST_INVALID_INDEXES, READ_MIGRATING } from './migration-state.sql.js';
import { DESCRIBE_SESSION } from './process-list.sql.js';
import { READ_OLDEST_RELEASE } from './releases.sql.js';

/** PostgreSQL cuts longer names. */
const MAX_NAME = 63;
const PREFIX = 'offprint-migration';

export interface RunningMigration {
  /** Null between two of them. */
  name: string | null;
  startedAt: Date | null;
  /** waiting: for transactions that use its tables. */
  state: 'running' | 'waiting';
  build: { index: string | null; phase: string; percent: number | null } | null;
}

export interface MigrationsState {
  /** In their order. */
  applied: string[];
  /** Of this release. */
  pending: string[];
  /** Applied by a newer release. */
  newer: string[];
  oldestRelease: string;
  running: RunningMigration | null;
  invalidIndexes: string[];
}

/** @param startedAt of its first attempt */
export async function describeMigration(session: Queryable, name: string, startedAt: Date): Promise<void> {
  const seconds = Math.floor(startedAt.getTime() / 1000).toString(36);
  await session.run(DESCRIBE_SESSION, { name: `${PREFIX} ${seconds} ${name}`.slice(0, MAX_NAME) });
}

const timeOf = (name: string) => Number(/\d*$/.exec(name)![0]);

@Injectable()
export class MigrationState {
  constructor(private readonly database: Database) {}

  async read(): Promise<MigrationsState> {
    const own = MIGRATIONS.map(({ name }) => name);
    const rows = await this.database.list('system.migrations', LIST_MIGRATIONS, {});
    const applied = rows.map(({ name }) => name).sort((a, b) => timeOf(a) - timeOf(b));
    const [release] = await this.database.list('system.migrations', READ_OLDEST_RELEASE, {});
    const invalid = await this.database.list('system.migrations', LIST_INVALID_INDEXES, {});
    return {
      applied,
      pending: own.filter((name) => !applied.includes(name)),
      newer: applied.filter((name) => !own.includes(name) && timeOf(name) > timeOf(own.at(-1)!)),
      oldestRelease: release!.oldest,
      running: await this.running(),
      invalidIndexes: invalid.map(({ name }) => name),
    };
  }

  private async running(): Promise<RunningMigration | null> {
    const [found] = await this.database.list('system.migrations', READ_MIGRATING, {});
    if (!found) return null;
    const { index, phase, percent } = found;
    const [, seconds, name] = new RegExp(`^${PREFIX} ([0-9a-z]+) (\\S+)$`).exec(found.name) ?? [];
    return {
      name: name ?? null,
      startedAt: seconds ? new Date(Number.parseInt(seconds, 36) * 1000) : null,
      state: found.waits && name ? 'waiting' : 'running',
      build: phase === null ? null : { index, phase, percent },
    };
  }
}
