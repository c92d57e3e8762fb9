import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Config } from '../../config/index.js';
import { Database, isDatabaseUnavailable } from '../../database/index.js';
import { AssetStorage } from '../storage/asset-storage.js';
import { removeEach } from '../storage/remove-each.js';
import { scratchOf, UPLOAD_PREFIX } from './scratch.js';

const ROUND_MS = 10_000;
const BATCH = 200;

/** As with outputs (`generation/worker/sweeper.ts`): taken up by one worker, and by another after five minutes if that one ended. */
const TAKE = `
update uploads u set removal_at = clock_timestamp() + interval '5 minutes'
where u.id = any (array(
  select id from uploads
  where expires_at <= (select clock_timestamp()) and (removal_at is null or removal_at <= clock_timestamp())
  order by expires_at limit ${BATCH} for update skip locked))
returning u.id, u.name
`;
const REMOVED = 'delete from uploads where id = any($1::uuid[])';
const TRY_LATER = `
update uploads set
  removal_at = clock_timestamp() + least(greatest(clock_timestamp() - expires_at, interval '1 minute'), interval '6 hours')
where id = any($1::uuid[])
`;
const GIVE_BACK = 'update uploads set removal_at = null where id = any($1::uuid[])';
/** No upload takes this long: what is older is of a process that was killed. */
const LEFTOVER_MS = 3_600_000;

/** Removes uploads past their time. */
@Injectable()
export class UploadSweeper implements BeforeApplicationShutdown {
  private readonly logger = new Logger('sweeper');
  private running: Promise<void> | null = null;
  private stopping = false;

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly storage: AssetStorage,
  ) {}

  /** One round at a time: it goes on until nothing is due. */
  @Interval(ROUND_MS)
  async round(): Promise<void> {
    if (this.stopping) return;
    this.running ??= this.removeAll().finally(() => (this.running = null));
    await this.running;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await this.running;
  }

  private async removeAll(): Promise<void> {
    await this.removeLeftovers(Date.now());
    if (!this.config.roles.has('worker')) return;
    try {
      const removed = await this.removeExpired();
      if (removed > 0) this.logger.log(`removed ${removed} uploads`);
    } catch (error) {
      if (isDatabaseUnavailable(error)) return;
      this.logger.error(error instanceof Error ? error.stack : String(error));
    }
  }

  /** Files first, then their rows: killed in between, the next round removes nothing twice and forgets nothing. */
  async removeExpired(): Promise<number> {
    let count = 0;
    while (!this.stopping) {
      const taken = await this.database.query<{ id: string; name: string }>(TAKE);
      if (taken.length === 0) break;
      const { removed, failed, left } = await removeEach(
        taken,
        ({ name }) => this.storage.remove(name),
        () => this.stopping,
      );
      for (const { item, error } of failed)
        this.logger.warn(`upload ${item.id} not removed: ${String(error)}`);
      await this.note(REMOVED, removed);
      await this.note(
        TRY_LATER,
        failed.map(({ item }) => item),
      );
      await this.note(GIVE_BACK, left);
      count += removed.length;
    }
    return count;
  }

  private async note(statement: string, rows: { id: string }[]): Promise<void> {
    if (rows.length > 0) await this.database.query(statement, [rows.map(({ id }) => id)]);
  }

  /** Half-received files on this process's disk, whatever its role. @param now milliseconds since 1970. */
  async removeLeftovers(now: number): Promise<void> {
    const directory = scratchOf(this.config);
    const names = await readdir(directory).catch(() => []);
    for (const name of names.filter((one) => one.startsWith(UPLOAD_PREFIX))) {
      const path = join(directory, name);
      const facts = await stat(path).catch(() => null);
      if (facts && now - facts.mtimeMs > LEFTOVER_MS) await rm(path, { force: true });
    }
  }
}
