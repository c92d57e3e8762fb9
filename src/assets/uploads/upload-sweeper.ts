import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Config } from '../../config/index.js';
import { Database } from '../../database/index.js';
import { Round } from '../../schedule/index.js';
import { AssetStorage } from '../storage/asset-storage.js';
import { type Removal, removeExpired } from '../storage/remove-expired.js';
import { scratchOf, UPLOAD_PREFIX } from './scratch.js';

const ROUND_MS = 10_000;
const BATCH = 200;

/** As with outputs: taken up by one worker, and by another after five minutes if that one ended. */
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
const MARKS: Record<Removal, string> = { removed: REMOVED, failed: TRY_LATER, left: GIVE_BACK };
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
        take: () => this.database.query<{ id: string; name: string }>(TAKE),
        remove: ({ name }) => this.storage.remove(name),
        mark: (removal, ids) => this.database.query(MARKS[removal], [ids]),
        warn: ({ id }, error) => this.logger.warn(`upload ${id} not removed: ${String(error)}`),
      },
      () => this.stopping,
    );
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
