import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { AssetStorage } from '../assets/index.js';
import { Config } from '../config/index.js';
import { Database, isDatabaseUnavailable } from '../database/index.js';
import { scratchOf, UPLOAD_PREFIX } from './scratch.js';

const ROUND_MS = 60_000;
const BATCH = 200;
/** No upload takes this long: what is older is of a process that was killed. */
const LEFTOVER_MS = 3_600_000;

/** Removes uploads past their time. */
@Injectable()
export class UploadSweeper {
  private readonly logger = new Logger('sweeper');

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly storage: AssetStorage,
  ) {}

  @Interval(ROUND_MS)
  async round(): Promise<void> {
    await this.removeLeftovers(Date.now());
    if (!this.config.roles.has('worker')) return;
    try {
      const removed = await this.removeExpired();
      if (removed > 0) this.logger.log(`removed ${removed} uploads`);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    }
  }

  /** Files first, then their rows: killed in between, the next round removes nothing twice and forgets nothing. */
  async removeExpired(): Promise<number> {
    const expired = await this.database.query<{ id: string; name: string }>(
      `select id, name from uploads where expires_at <= clock_timestamp() order by expires_at limit ${BATCH}`,
    );
    for (const { name } of expired) await this.storage.remove(name);
    await this.database.query('delete from uploads where id = any($1::uuid[])', [
      expired.map(({ id }) => id),
    ]);
    return expired.length;
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
