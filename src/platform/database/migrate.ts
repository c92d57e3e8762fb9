/** Migrations run at every start of the service, and by hand with the commands of docs/migrations.md. */
import {
  CLIENT_KEEPALIVE,
  configureSession,
  type LockWaitOptions,
  LockWaits,
  queryableOf,
  queryableOfRunner,
  requireOwnSessions,
  SessionClient,
  sql,
  statement,
  waitForLock,
} from '@offprint/postgres';
import type { ClientBase, Pool } from 'pg';
import {
  DataSource,
  type DataSourceOptions,
  MigrationExecutor,
  type MigrationInterface,
  type QueryRunner,
} from 'typeorm';
import { dataSourceOptions } from './data-source.js';
import { type ExtensionSchema, requireOwnSchemas } from './extension-schema.js';
import { requireFitDatabase } from './fit-database.js';
import { describeMigration } from './migration-state.js';
import { MIGRATION_LOCK } from './migration-state.sql.js';
import { type AddressSetting, sharedSessions } from './pool-messages.js';
import { claimRelease } from './releases.js';
import { NoInstallation } from './setup-error.js';

const FIND_INSTALLATION = statement('platform.find-installation', {
  parameters: {},
  row: { database: sql.name, isEmpty: sql.boolean },
  text: `select current_database() as database, to_regclass('migrations') is null as "isEmpty"`,
});

export interface MigrateOptions extends LockWaitOptions {
  mayBePooled?: AddressSetting | null;
  /** True: an empty database is not filled. */
  mustExist?: boolean;
  schemas?: readonly ExtensionSchema[];
}

type Run = NonNullable<Parameters<DataSource['runMigrations']>[0]>;

/**
 * Holds an advisory lock of the session that migrates: while the server still executes a statement of a killed process, no other process
 * begins. Statements have no timeout, but wait briefly for locks.
 */
export class MigrationDataSource extends DataSource {
  private readonly lockWaits: LockWaits;
  /** When the first attempt of each migration began. */
  private readonly begun = new Map<string, Date>();

  /** @param entities needed only to generate migrations. @param own in place of the service's schema and migrations. */
  constructor(
    url: string,
    entities: DataSourceOptions['entities'] = [],
    private readonly own: ExtensionSchema | null = null,
    lockWaits: LockWaitOptions = {},
  ) {
    super({
      ...dataSourceOptions(url, entities),
      ...(own && { schema: own.name, migrations: own.migrations }),
      poolSize: 2,
      extra: {
        connectionString: url,
        connectionTimeoutMillis: 10_000,
        ...CLIENT_KEEPALIVE,
        Client: SessionClient,
        onConnect: (client: ClientBase) => configureSession(client, {}),
      },
    } as DataSourceOptions);
    this.lockWaits = new LockWaits(this, lockWaits);
  }

  override async initialize(): Promise<this> {
    await super.initialize();
    this.lockWaits.attach();
    for (const migration of this.migrations) this.announce(migration);
    return this;
  }

  /** Has the migration say in its session that it runs. */
  private announce(migration: MigrationInterface): void {
    const up = migration.up.bind(migration);
    migration.up = async (runner: QueryRunner): Promise<void> => {
      await this.describe(runner, migration.name ?? migration.constructor.name);
      await up(runner);
    };
  }

  private async describe(session: QueryRunner, name: string): Promise<void> {
    const startedAt = this.begun.get(name) ?? new Date();
    this.begun.set(name, startedAt);
    await describeMigration(queryableOfRunner(session), name, startedAt);
  }

  override runMigrations(options: Run = {}): ReturnType<DataSource['runMigrations']> {
    return this.migrating(options, async (executor, session) => {
      const pending = () => executor.getPendingMigrations();
      const all = await pending();
      await this.claim(session);
      // A repeated execution returns only its own migrations.
      await this.lockWaits.repeat(
        session,
        () => executor.executePendingMigrations(),
        async () => {
          const left = await pending();
          // The rollback has taken the name back, too.
          if (left[0]) await this.describe(session, left[0].name);
          return left.length;
        },
      );
      await this.claim(session);
      return all;
    });
  }

  override undoLastMigration(options: Run = {}): Promise<void> {
    return this.migrating(options, async (executor, session) => {
      // TypeORM heeds the property of a migration only when it runs it.
      if (!(await this.isLastInTransaction(executor))) executor.transaction = 'none';
      await this.lockWaits.repeat(
        session,
        () => executor.undoLastMigration(),
        async () => 0,
      );
    });
  }

  private get pool(): Pool {
    return (this.driver as unknown as { master: Pool }).master;
  }

  /** @param setting the name of the address. @throws {SetupError} when connections share sessions. */
  async requireOwnSessions(setting: AddressSetting): Promise<void> {
    await requireOwnSessions(this.pool, sharedSessions(setting));
  }

  /** @throws {SetupError} when no migration has run here. */
  async requireInstallation(): Promise<void> {
    const [row] = await queryableOf(this.pool).run(FIND_INSTALLATION, {});
    if (row!.isEmpty)
      throw new NoInstallation(
        `There is no installation in the database "${row!.database}": set DATABASE_URL to the service's own, in the environment or in ./.env.`,
      );
  }

  private async claim(session: QueryRunner): Promise<void> {
    if (!this.own) await claimRelease(queryableOfRunner(session));
  }

  private async isLastInTransaction(executor: MigrationExecutor): Promise<boolean> {
    const [last] = await executor.getExecutedMigrations();
    const reverted = this.migrations.find((one) => (one.name ?? one.constructor.name) === last?.name);
    return reverted?.transaction !== false;
  }

  private async migrating<T>(
    options: Run,
    work: (executor: MigrationExecutor, session: QueryRunner) => Promise<T>,
  ): Promise<T> {
    const session: QueryRunner = this.createQueryRunner();
    try {
      await waitForLock(session, MIGRATION_LOCK, 'migration lock');
      // Under the lock: another process may be making the tables.
      if (!this.own) await requireFitDatabase(session);
      // The name has been checked; an identifier cannot be a parameter.
      if (this.own) await session.query(`create schema if not exists "${this.own.name}"`);
      const executor = new MigrationExecutor(this, session);
      executor.transaction = options.transaction ?? 'each';
      executor.fake = options.fake ?? false;
      return await work(executor, session);
    } finally {
      // Without this, `destroy` waits for the connection for ever. It also ends the session and its lock.
      await session.release();
    }
  }
}

/**
 * When several processes start at once, one runs the pending migrations and the others wait.
 * @param mayBePooled the setting that names an operator's database, which may be behind a pooler.
 * @param mustExist true: an empty database is not filled.
 * @param schemas of extensions, migrated after the service's own.
 * @returns the names of those that it ran
 * @throws {SetupError} when a table stays locked by other transactions.
 */
export async function migrate(
  url: string,
  { mayBePooled = null, mustExist = false, schemas = [], ...lockWaits }: MigrateOptions = {},
): Promise<string[]> {
  requireOwnSchemas(schemas);
  const names = await runPending(new MigrationDataSource(url, [], null, lockWaits), mayBePooled, mustExist);
  for (const schema of schemas)
    names.push(...(await runPending(new MigrationDataSource(url, [], schema, lockWaits), null)));
  return names;
}

async function runPending(
  dataSource: MigrationDataSource,
  mayBePooled: AddressSetting | null,
  mustExist = false,
): Promise<string[]> {
  await dataSource.initialize();
  try {
    if (mayBePooled) await dataSource.requireOwnSessions(mayBePooled);
    if (mustExist) await dataSource.requireInstallation();
    return (await dataSource.runMigrations()).map(({ name }) => name);
  } finally {
    await dataSource.destroy();
  }
}
