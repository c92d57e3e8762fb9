import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Config } from '../../platform/config/index.js';
import { Sweeper } from '../../platform/schedule/index.js';
import { scratchDirectoryOf, UPLOAD_PREFIX } from './scratch.js';

/** No upload takes this long: an older file belongs to a killed process. */
const LEFTOVER_AGE_MS = 3_600_000;

/** Runs in every role, on the disk of this process. */
@Injectable()
export class PartialUploadSweeper extends Sweeper {
  /** A lasting error is logged once. */
  private reported: string | null = null;

  constructor(
    registry: SchedulerRegistry,
    private readonly config: Config,
  ) {
    super(registry, 'remove-partial-uploads');
  }

  protected async sweep(isStopping: () => boolean): Promise<void> {
    const directory = scratchDirectoryOf(this.config);
    const names = await this.list(directory);
    for (const name of names.filter((file) => file.startsWith(UPLOAD_PREFIX))) {
      if (isStopping()) return;
      const path = join(directory, name);
      const facts = await stat(path).catch(() => null);
      if (facts && Date.now() - facts.mtimeMs > LEFTOVER_AGE_MS) await rm(path, { force: true });
    }
  }

  /** The first upload creates the directory. An unreadable one is logged and counts as empty. */
  private async list(directory: string): Promise<string[]> {
    try {
      const names = await readdir(directory);
      this.reported = null;
      return names;
    } catch (error) {
      const { code = 'unknown' } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT' && code !== this.reported) {
        this.logger.warn(`partial uploads are not removed: ${String(error)}`);
      }
      this.reported = code;
      return [];
    }
  }
}
