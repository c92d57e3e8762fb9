import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { In } from 'typeorm';
import { Config } from '../../config/index.js';
import { Database } from '../../database/index.js';
import { Round } from '../../schedule/index.js';
import { AssetStorage } from '../storage/asset-storage.js';
import { type Removal, removeExpired } from '../storage/remove-expired.js';
import { scratchOf, UPLOAD_PREFIX } from './scratch.js';
import { UploadEntity } from './upload.entity.js';
import { TAKE_EXPIRED, TRY_LATER } from './uploads.sql.js';

const ROUND_MS = 10_000;
const BATCH = 200;

/** No upload takes this long: what is older is of a process that was killed. */
const LEFTOVER_MS = 3_600_000;

/** Removes uploads past their time. */
@Injectable()
export class UploadSweeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('sweeper');
  private rounds?: Round;
  private stopping = false;

  constructor(
    private readonly registry: SchedulerRegistry,
    private readonly config: Config,
    private readonly database: Database,
    private readonly storage: AssetStorage,
  ) {}

  onApplicationBootstrap(): void {
    this.rounds = new Round(this.registry, 'remove-expired-uploads', ROUND_MS, () => this.round());
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await this.rounds?.stop();
  }

  private async round(): Promise<void> {
    await this.removeLeftovers(Date.now());
    if (!this.config.roles.has('worker')) return;
    const removed = await this.removeExpired();
    if (removed > 0) this.logger.log(`removed ${removed} uploads`);
  }

  /** Until none is due. @returns how many. */
  async removeExpired(): Promise<number> {
    return removeExpired(
      {
        take: () => this.database.query<{ id: string; name: string }>(TAKE_EXPIRED, [BATCH]),
        remove: ({ name }) => this.storage.remove(name),
        mark: (removal, ids) => this.mark(removal, ids),
        warn: ({ id }, error) => this.logger.warn(`upload ${id} not removed: ${String(error)}`),
      },
      () => this.stopping,
    );
  }

  private async mark(removal: Removal, ids: string[]): Promise<unknown> {
    const { manager } = this.database;
    if (removal === 'removed') return manager.delete(UploadEntity, { id: In(ids) });
    if (removal === 'left') return manager.update(UploadEntity, { id: In(ids) }, { removalAt: null });
    return this.database.query(TRY_LATER, [ids]);
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
