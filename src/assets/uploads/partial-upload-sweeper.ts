import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Config } from '../../config/index.js';
import { Sweeper } from '../../schedule/index.js';
import { scratchDirectoryOf, UPLOAD_PREFIX } from './scratch.js';

const ROUND_MS = 10_000;
/** No upload takes this long: an older file belongs to a killed process. */
const LEFTOVER_AGE_MS = 3_600_000;

/** Removes partially received files from the disk of this process, in every role. */
@Injectable()
export class PartialUploadSweeper extends Sweeper {
  constructor(
    registry: SchedulerRegistry,
    private readonly config: Config,
  ) {
    super(registry, 'remove-partial-uploads', ROUND_MS);
  }

  protected async sweep(isStopping: () => boolean): Promise<void> {
    const directory = scratchDirectoryOf(this.config);
    const names = await readdir(directory).catch(() => []);
    for (const name of names.filter((file) => file.startsWith(UPLOAD_PREFIX))) {
      if (isStopping()) return;
      const path = join(directory, name);
      const facts = await stat(path).catch(() => null);
      if (facts && Date.now() - facts.mtimeMs > LEFTOVER_AGE_MS) await rm(path, { force: true });
    }
  }
}
