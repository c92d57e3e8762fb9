/**
 * Lock waits of migrations. A change of a table waits for every open transaction that has read the table, such as a backup, and requests
 * wait behind it. So each wait is short, and the migration runs again after a pause in which those requests are served.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, EntitySubscriberInterface, QueryRunner } from 'typeorm';
import { BLOCKING } from './lock-waits.sql.js';
import { queryableOfRunner } from './queryable.js';
import { SetupError } from './setup-error.js';

/** Shorter than a request's statement timeout. The first waits are shorter. */
const LOCK_WAIT_MS = 1_000;
const FIRST_LOCK_WAIT_MS = 250;
/** As long as the longest wait, so that requests wait for half of the time at most. */
const PAUSE_MS = 1_000;
const PATIENCE_MS = 10 * 60_000;
/** After these attempts of one migration, the log names what it waits for. */
const ATTEMPTS_BEFORE_NOTICE = 4;

/** lock_not_available, and deadlock_detected: the other transactions hold what the migration waits for. */
const LOCKED = new Set(['55P03', '40P01']);

const BLOCKING_SHOWN = 3;

export interface LockWaitOptions {
  /** Ten minutes by default, for one migration. */
  lockPatienceMs?: number;
  /** Gets a line for the log when a migration has waited for some seconds. */
  onWait?: (line: string) => void;
}

/** Bounds the lock waits in each transaction of a migration, and repeats the migration when a wait was too long. */
export class LockWaits implements EntitySubscriberInterface {
  private waitMs = FIRST_LOCK_WAIT_MS;
  private failure: string | null = null;

  constructor(
    private readonly dataSource: DataSource,
    private readonly options: LockWaitOptions,
  ) {}

  attach(): void {
    this.dataSource.subscribers.push(this);
  }

  /** Statements outside of transactions keep no bound, because no request waits for a concurrent index build. */
  async afterTransactionStart({ queryRunner }: { queryRunner: QueryRunner }): Promise<void> {
    await queryRunner.query(`set local lock_timeout = '${this.waitMs}ms'`);
  }

  /**
   * @param remaining number of migrations left; each has the same time.
   * @throws {SetupError} naming the oldest transactions, when a migration could not lock its tables for ten minutes.
   */
  async repeat<T>(
    session: QueryRunner,
    work: () => Promise<T>,
    remaining: () => Promise<number>,
  ): Promise<T> {
    const { lockPatienceMs = PATIENCE_MS, onWait = () => undefined } = this.options;
    const { logger } = this.dataSource;
    const logMigration = logger.logMigration.bind(logger);
    logger.logMigration = (message) => (this.failure = message);
    try {
      let [left, attempts, until] = [-1, 0, 0];
      for (;;) {
        try {
          return await work();
        } catch (error) {
          if (!isLocked(error) || session.isReleased) throw error;
          const now = await remaining();
          if (now !== left) [left, attempts, until] = [now, 0, performance.now() + lockPatienceMs];
          else if (performance.now() > until)
            throw new SetupError(await this.describe(session), { cause: error });
          attempts += 1;
          if (attempts === ATTEMPTS_BEFORE_NOTICE) onWait(await this.describe(session));
        }
        this.waitMs = Math.min(LOCK_WAIT_MS, FIRST_LOCK_WAIT_MS * 2 ** (attempts - 1));
        await sleep(PAUSE_MS);
      }
    } catch (error) {
      if (this.failure && !(error instanceof SetupError)) logMigration(this.failure);
      throw error;
    } finally {
      logger.logMigration = logMigration;
    }
  }

  private async describe(session: QueryRunner): Promise<string> {
    const rows = await queryableOfRunner(session).run(BLOCKING, { limit: BLOCKING_SHOWN });
    const oldest = rows.map((row) => `session ${row.pid} (${row.application}) for ${row.seconds} s`);
    const name = /"(\w+)"/.exec(this.failure ?? '')?.[1] ?? 'A migration';
    return (
      `${name} waits to lock a table that open transactions use. The oldest: ${oldest.join(', ') || 'none now'}. ` +
      'It runs when they have ended; select pg_terminate_backend(<session>) ends one.'
    );
  }
}

const isLocked = (error: unknown) => LOCKED.has((error as { code?: string }).code ?? '');
