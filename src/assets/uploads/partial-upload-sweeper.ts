import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Config } from '../../config/index.js';
import { Sweeper } from '../../schedule/index.js';
import { scratchOf, UPLOAD_PREFIX } from './scratch.js';

const ROUND_MS = 10_000;
/** No upload takes this long: an older file was left by a killed process. */
const LEFTOVER_MS = 3_600_000;

/** Removes partly received files from the disk of this process, whatever its roles. */
@Injectable()
export class PartialUploadSweeper extends Sweeper {
  constructor(
    registry: SchedulerRegistry,
    private readonly config: Config,
  ) {
    super(registry, 'remove-partial-uploads', ROUND_MS);
  }

  protected async sweep(isStopping: () => boolean): Promise<void> {
    const directory = scratchOf(this.config);
    const names = await readdir(directory).catch(() => []);
    for (const name of names.filter((one) => one.startsWith(UPLOAD_PREFIX))) {
      if (isStopping()) return;
      const path = join(directory, name);
      const facts = await stat(path).catch(() => null);
      if (facts && Date.now() - facts.mtimeMs > LEFTOVER_MS) await rm(path, { force: true });
    }
  }
}
